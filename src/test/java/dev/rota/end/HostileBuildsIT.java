package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.base.actions.BotIdentity;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.faults.SmallDisk;
import dev.rota.lab.storage.StorageServer;
import dev.rota.protocols.bytestream.ByteStreamGrpc;
import dev.rota.protocols.health.HealthGrpc;
import dev.rota.protocols.longrunning.OperationsGrpc;
import dev.rota.protocols.reapi.ActionCacheGrpc;
import dev.rota.protocols.reapi.CapabilitiesGrpc;
import dev.rota.protocols.reapi.ContentAddressableStorageGrpc;
import dev.rota.protocols.reapi.ExecutionGrpc;
import dev.rota.protocols.reapi.ExecutionStage;
import dev.rota.protocols.remoteworkers.BotsGrpc;
import dev.rota.testing.NotRun;
import dev.rota.testing.Patience;
import dev.rota.testing.Program;
import io.grpc.ServiceDescriptor;
import io.grpc.StatusRuntimeException;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A client, a worker and an action do all the harm they can, to {@code rota dev --reapi} and to a
 * front door, a storage and bots as processes of their own. After each deed all processes live, and
 * the next honest build is right.
 */
@ExtendWith(Patience.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class HostileBuildsIT {
  private static final List<ServiceDescriptor> SERVICES =
      List.of(
          ExecutionGrpc.getServiceDescriptor(),
          OperationsGrpc.getServiceDescriptor(),
          ActionCacheGrpc.getServiceDescriptor(),
          ContentAddressableStorageGrpc.getServiceDescriptor(),
          ByteStreamGrpc.getServiceDescriptor(),
          CapabilitiesGrpc.getServiceDescriptor(),
          HealthGrpc.getServiceDescriptor(),
          BotsGrpc.getServiceDescriptor());

  /** After so many deeds an honest build is tried. */
  private static final int GROUP = 5;

  /** What a process may hold more of, after all that was done to it. */
  private static final long HEAP_BYTES_MORE = 64L << 20;

  private static final long THREADS_MORE = 100;

  /** A storage keeps a thousand uploads that may go on. */
  private static final long FILES_MORE = 1_300;

  /** An ordinary user, who has nothing else on this machine. */
  private static final String USER = "61234";

  /** The bot of whoever runs this, and its family. */
  private static final String ROOT = "alone";

  private static final String GRID = "liars";
  private static final int DISK_MEBIBYTES = 256;
  private static final long LEFT_BYTES = 8 << 20;

  @TempDir private static Path dir;

  private static final List<FarmProcess> PROCESSES = new ArrayList<>();
  private static final Map<FarmProcess, FarmProcess.Held> BEFORE = new HashMap<>();
  private static Optional<SmallDisk> disk;
  private static String page;
  private static String storage;
  private static FarmClient dev;
  private static FarmClient honestOfDev;
  private static FarmClient parts;
  private static FarmClient honestOfParts;

  /** The first harm that a farm did not get over; whatever is tried then says nothing. */
  private static final List<String> SPOILT = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwx--x--x"));
    folder("meeting", "rwxrwxrwx");
    Path token = Files.writeString(dir.resolve("token"), HostileAction.SECRET);
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    disk = SmallDisk.mount(folder("data", "rwx------"), DISK_MEBIBYTES);
    FarmProcess one =
        rota(
            "dev",
            "dev -o json --domains bots --partitions 1 --reapi --bots 2 --kafka-port 0"
                + " --registry-port 0 --http-port 0 --page-port 0 --reapi-port 0 --data-dir "
                + folder("data", "rwx------"));
    JsonNode ready = new ObjectMapper().readTree(one.line());
    dev = FarmClient.open("rota dev", ready.path("reapi").asText(), family());
    page = ready.path("page").asText();
    storage = keep(FarmProcess.start("storage", home("storage"), Map.of(), storing("0"))).line();
    String kafka = ready.path("bootstrap").asText();
    String registry = ready.path("registry").asText();
    FarmProcess door =
        rota(
            "door",
            "reapi -o json --grid %s --port 0 -b %s --registry %s --cas %s"
                .formatted(GRID, kafka, registry, storage));
    String address = new ObjectMapper().readTree(door.line()).path("url").asText();
    parts = FarmClient.open("rota reapi and rota bot", address, ROOT);
    honestOfDev = dev.another();
    honestOfParts = parts.another();
    rota(ROOT, bot(ROOT, address, storage));
    if (isRoot()) {
      keep(ofUser(bot(USER, address, storage)));
    }
    for (FarmClient farm : farms()) {
      farm.buildHonestly();
    }
    for (FarmProcess process : PROCESSES) {
      BEFORE.put(process, process.held());
    }
  }

  /** A storage as a process of its own: its address is printed. */
  public static void main(String[] words) throws Exception {
    int port = Integer.parseInt(words[1]);
    try (StorageServer server = StorageServer.open(Path.of(words[0]), 1L << 30, port)) {
      System.out.println(server.address());
      Thread.currentThread().join();
    }
  }

  private static List<String> storing(String port) throws IOException {
    List<String> words = new ArrayList<>(Program.testJvm("-Xmx128m"));
    words.addAll(List.of(HostileBuildsIT.class.getName(), dir.resolve("storage").toString(), port));
    return words;
  }

  private static Path folder(String name, String permissions) throws IOException {
    Path folder = Files.createDirectories(dir.resolve(name));
    return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
  }

  private static Path home(String name) throws IOException {
    return Files.createDirectories(dir.resolve("home-" + name));
  }

  private static FarmProcess keep(FarmProcess process) {
    PROCESSES.add(process);
    return process;
  }

  private static FarmProcess rota(String name, String words) throws IOException {
    return keep(
        FarmProcess.rota(
            name,
            home(name),
            Map.of("HOSTILE_SECRET", HostileAction.SECRET, "ROTA_COMMIT_INTERVAL_MS", "20"),
            List.of(words.split(" "))));
  }

  private static String bot(String name, String door, String storage) {
    return "bot --name %s --property OSFamily=%s --jobs 2 --remote %s --cas %s --dir %s"
        .formatted(name, name, door, storage, dir.resolve("bot-" + name));
  }

  /** A bot of an ordinary user, who need not be able to read our class path: he has links to it. */
  private static FarmProcess ofUser(String words) throws Exception {
    Path classes = folder("classes", "rwxr-xr-x");
    StringBuilder path = new StringBuilder();
    for (String entry : Program.classPath().split(File.pathSeparator, -1)) {
      Path link =
          classes.resolve(classes.toFile().list().length + "-" + Path.of(entry).getFileName());
      CommandLine linked = CommandLine.ofProgram(dir, List.of("cp", "-rL", entry, link.toString()));
      assertThat(linked.exit()).as(linked.out()).isZero();
      path.append(File.pathSeparator).append(link);
    }
    Path home = home(USER);
    for (Path own : List.of(home, folder("bot-" + USER, "rwx------"))) {
      CommandLine owned = CommandLine.ofProgram(dir, List.of("chown", USER, own.toString()));
      assertThat(owned.exit()).as(owned.out()).isZero();
    }
    List<String> command = new ArrayList<>();
    command.addAll(List.of("setpriv", "--reuid", USER, "--regid", USER, "--clear-groups"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx128m"));
    command.addAll(List.of("-cp", path.substring(1), "dev.rota.Rota"));
    command.addAll(List.of(words.split(" ")));
    return FarmProcess.start(USER, home, Map.of(), command);
  }

  private static boolean isRoot() throws IOException {
    return Files.getOwner(dir).getName().equals("root");
  }

  private static String family() {
    return BotIdentity.ofThisMachine().get("OSFamily").get(0);
  }

  /** Beside the liar, on another connection. */
  private static FarmClient honest(FarmClient liar) {
    return (liar.name().equals(dev.name()) ? honestOfDev : honestOfParts).of(liar.family());
  }

  private static List<FarmClient> farms() throws IOException {
    return isRoot() ? List.of(dev, parts, parts.of(USER)) : List.of(dev, parts);
  }

  @AfterAll
  static void stop() throws IOException {
    for (FarmProcess process : PROCESSES) {
      process.close();
    }
    for (FarmClient client : List.of(dev, honestOfDev, parts, honestOfParts)) {
      client.door().shutdownNow();
    }
    if (disk.isPresent()) {
      disk.get().close();
    }
  }

  /** One after the other, beside those of other farms and bots. */
  private static Stream<DynamicTest> tests(FarmClient farm, List<HostileDeed> deeds) {
    ExecutorService liar = Executors.newSingleThreadExecutor();
    List<DynamicTest> tests = new ArrayList<>();
    for (HostileDeed deed : deeds) {
      boolean isLast = (tests.size() + 1) % GROUP == 0 || tests.size() + 1 == deeds.size();
      Future<?> survived =
          liar.submit(
              () -> {
                isSurvived(farm, deed, isLast);
                return null;
              });
      tests.add(
          DynamicTest.dynamicTest(
              "%s, bots of %s, %s".formatted(farm.name(), farm.family(), deed.name()),
              () -> ended(survived)));
    }
    liar.shutdown();
    return tests.stream();
  }

  private static void ended(Future<?> survived) throws Throwable {
    try {
      survived.get();
    } catch (ExecutionException e) {
      throw e.getCause();
    }
  }

  private static void isSurvived(FarmClient farm, HostileDeed deed, boolean isLast)
      throws Exception {
    NotRun.unless(SPOILT.isEmpty(), "a farm is no more: " + SPOILT);
    String came = deed.did(farm);
    try {
      assertThat(PROCESSES).allSatisfy(process -> assertThat(process.isAlive()).isTrue());
      if (isLast) {
        honest(farm).buildHonestly();
      }
    } catch (AssertionError | StatusRuntimeException e) {
      SPOILT.add(farm.name() + ", " + deed.name() + ": " + e.getMessage());
      throw e;
    }
    assertThat(deed.isRight(came)).as("%s%ncame %s", deed.name(), shown(came)).isTrue();
  }

  private static String shown(String came) {
    return came.length() > 2_000 ? came.substring(0, 2_000) + "…" : came;
  }

  @TestFactory
  @Order(1)
  Stream<DynamicTest> aClientLies() {
    List<HostileDeed> deeds = new ArrayList<>(HostileClient.deeds());
    deeds.add(HostileUploader.largeTree());
    return tests(parts, deeds);
  }

  /** Its storage is in the process that has all the rest, too. */
  @TestFactory
  @Order(1)
  Stream<DynamicTest> aClientLiesAboutBlobs() {
    return tests(dev, HostileUploader.deeds());
  }

  @TestFactory
  @Order(2)
  Stream<DynamicTest> aWorkerLies() {
    return tests(parts, HostileWorker.deeds());
  }

  @TestFactory
  @Order(3)
  Stream<DynamicTest> anActionLies() throws IOException {
    Path token = dir.resolve("token");
    Path meeting = dir.resolve("meeting");
    boolean alone = isRoot();
    List<HostileDeed> inDev =
        new HostileAction(dir.resolve("data/farm/bots"), meeting, token, alone).deeds();
    List<HostileDeed> ofRoot =
        new HostileAction(dir.resolve("bot-" + ROOT), meeting, token, alone).deeds();
    Stream<DynamicTest> both = Stream.concat(tests(dev, inDev), tests(parts, ofRoot));
    return alone
        ? Stream.concat(
            both,
            tests(
                parts.of(USER),
                new HostileAction(dir.resolve("bot-" + USER), meeting, token, false)
                    .deedsToOthers()))
        : both;
  }

  /** A method without a liar is one that nobody has tried. */
  @Test
  void eachMethodHasALiar() {
    TreeSet<String> methods = new TreeSet<>();
    SERVICES.forEach(
        service ->
            service
                .getMethods()
                .forEach(
                    method -> methods.add(method.getFullMethodName().replaceAll(".*\\.", ""))));
    TreeSet<String> tried = new TreeSet<>();
    Stream.of(HostileClient.deeds(), HostileUploader.deeds(), HostileWorker.deeds())
        .flatMap(List::stream)
        .forEach(deed -> tried.add(deed.call()));
    assertThat(tried).containsAll(methods);
  }

  @Test
  @Order(4)
  void allOfItLeavesNothingInMemory() throws Exception {
    for (FarmProcess process : PROCESSES) {
      FarmProcess.Held before = BEFORE.get(process);
      FarmProcess.Held now = process.held();
      assertThat(now.heapBytes())
          .as("%s: %s", process, now)
          .isLessThan(before.heapBytes() + HEAP_BYTES_MORE);
      assertThat(now.threads())
          .as("%s: %s", process, now)
          .isLessThan(before.threads() + THREADS_MORE);
      assertThat(now.files()).as("%s: %s", process, now).isLessThan(before.files() + FILES_MORE);
    }
  }

  /** Beside all that was done: whoever looks is told what is not well now. */
  @Test
  @Order(5)
  void aFullDiskIsSaid() throws Exception {
    NotRun.unless(disk.isPresent(), "a small disk can be mounted by root alone: none was filled");
    disk.get().fill(LEFT_BYTES);
    try {
      await().until(() -> asked("/readyz").contains("DISK_FULL"));
      assertThat(asked("/status")).contains("DISK_FULL");
      assertThat(told("top", "--once").out()).contains("the disk of the state directory");
    } finally {
      disk.get().empty();
    }
    await().until(() -> !asked("/readyz").contains("DISK_FULL"));
    honestOfDev.buildHonestly();
  }

  @Test
  @Order(6)
  void aFrontDoorWithoutItsStorageSaysSoAndFindsItAgain() throws Exception {
    FarmProcess gone = PROCESSES.get(1);
    gone.close();
    assertThatThrownBy(() -> honestOfParts.run(FarmClient.request(BlobDigest.EMPTY)))
        .hasMessageStartingWith("UNAVAILABLE")
        .hasMessageContaining("storage");
    String port = storage.substring(storage.lastIndexOf(':') + 1);
    PROCESSES.set(1, FarmProcess.start("storage", home("storage"), Map.of(), storing(port)));
    assertThat(PROCESSES.get(1).line()).isEqualTo(storage);
    await().ignoreExceptions().until(() -> isBuilt(honestOfParts));
  }

  private static boolean isBuilt(FarmClient farm) throws IOException {
    farm.buildHonestly();
    return true;
  }

  /** Whatever their actions have left them, bots end when they are told to. */
  @Test
  @Order(7)
  void theBotsEndAndWhoWaitsForThemIsTold() throws Exception {
    for (FarmProcess process : PROCESSES) {
      if (process.toString().equals(ROOT) || process.toString().equals(USER)) {
        assertThat(process.terminate()).as("%s: %s", process, process.errors()).isEqualTo(143);
        assertThat(dir.resolve("bot-" + process + "/work/actions")).isEmptyDirectory();
      }
    }
    OperationReader waiting =
        OperationReader.execute(
            honestOfParts.door(),
            honestOfParts.request(honestOfParts.action(honestOfParts.shell("true"))));
    waiting.until(ExecutionStage.Value.QUEUED);
    String job = waiting.name().substring(waiting.name().lastIndexOf('/') + 1);
    await().until(() -> told("top", "--once").out().matches("(?s).*bots +1 jobs.*"));
    assertThat(asked("/v1/bots/lanes/" + GRID + "/why/" + job)).contains("no bot");
    waiting.leave();
  }

  private static String asked(String path) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(page + path)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private static CommandLine told(String... words) throws IOException {
    return CommandLine.run(Map.of("ROTA_HOME", home("dev").toString()), "", words);
  }
}
