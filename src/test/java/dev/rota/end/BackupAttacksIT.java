package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.base.files.DirectoryOwner;
import dev.rota.bots.BotsDomain;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.registry.Registry;
import dev.rota.road.backup.BackupManifest;
import dev.rota.road.stream.past.ClaimTopic;
import dev.rota.testing.NotRun;
import dev.rota.testing.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.avro.SchemaBuilder;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong with a backup, a cluster or a run is found, and said, before it does harm. */
class BackupAttacksIT {
  private static final BotsDomain BOTS = new BotsDomain();
  private static final int PARTITIONS = 2;
  private static final int EVENTS = 300;
  private static final String[] RUN = {"run", "--domains", "bots", "--http-port", "0"};

  @TempDir private static Path kept;
  @TempDir private Path dir;

  private static DomainCluster former;
  private static TestCluster target;
  private Path backup;

  @BeforeAll
  static void backUp() throws Exception {
    former = new DomainCluster(BOTS, PARTITIONS);
    PastTraffic traffic = new PastTraffic(DomainTraffic.of(BOTS), 3, EVENTS);
    traffic.begin(former, "north", List.of("east"));
    long all = traffic.end(former);
    try (Committed inputs = Committed.inputs(former.bootstrap(), BOTS.name())) {
      former.decide(kept.resolve("state"), 1, () -> inputs.count() >= all);
    }
    CommandLine ran =
        rota(former.bootstrap(), former.registry(), "backup", "bots", kept.resolve("b").toString());
    assertThat(ran.exit()).as(ran.err()).isZero();
    target = TestCluster.start();
  }

  @AfterAll
  static void stop() {
    target.close();
    former.close();
  }

  @BeforeEach
  void copy() throws IOException {
    backup = dir.resolve("backup");
    try (Stream<Path> all = Files.walk(kept.resolve("b"))) {
      for (Path one : all.sorted().toList()) {
        Files.copy(one, backup.resolve(kept.resolve("b").relativize(one).toString()));
      }
    }
  }

  /** Each test finds an empty cluster. */
  @AfterEach
  void clear() throws Exception {
    try (Admin admin = admin()) {
      List<String> topics =
          admin.listTopics().names().get().stream().filter(one -> !one.startsWith("_")).toList();
      admin.deleteTopics(topics).all().get();
      await().until(() -> admin.listTopics().names().get().stream().noneMatch(topics::contains));
    }
  }

  private static Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", target.bootstrap()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"flipped", "cut", "missing", "exchanged"})
  void aFileThatIsNotTheOneIsFoundBeforeAnythingIsWritten(String how) throws Exception {
    Path file = part("bots-ledger");
    byte[] bytes = Files.readAllBytes(file);
    String said;
    switch (how) {
      case "flipped" -> {
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        said = "is garbled: its SHA-256";
      }
      case "cut" -> {
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
        said = "has %d bytes, expected %d".formatted(bytes.length - 1, bytes.length);
      }
      case "missing" -> {
        Files.delete(file);
        said = "is missing";
      }
      default -> {
        Files.write(file, Files.readAllBytes(part("bots-outcomes")));
        said = "expected";
      }
    }
    CommandLine ran = restore();
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains(file.toString(), said, "nothing was written");
    assertThat(topics()).isEmpty();
  }

  @Test
  void aManifestOfAnotherReleaseOrNoneIsRefused() throws Exception {
    Path manifest = backup.resolve("manifest.json");
    String text = Files.readString(manifest);
    Files.writeString(manifest, text.replaceFirst("\"format\" : 1", "\"format\" : 2"));
    CommandLine later = restore();
    assertThat(later.exit()).isEqualTo(78);
    assertThat(later.err()).contains("has the format 2, this program reads 1", "release");

    Files.writeString(manifest, text.substring(0, text.length() / 2));
    CommandLine garbled = restore();
    assertThat(garbled.exit()).isEqualTo(1);
    assertThat(garbled.err()).contains("manifest.json is garbled");

    Files.writeString(manifest, text.replace("\"bots-ledger\"", "\"users\""));
    CommandLine foreign = restore();
    assertThat(foreign.exit()).isEqualTo(1);
    assertThat(foreign.err()).contains("users is no topic of the domain bots");

    Files.delete(manifest);
    CommandLine none = restore();
    assertThat(none.exit()).isEqualTo(1);
    assertThat(none.err()).contains("has no manifest.json", "rota backup");
    assertThat(topics()).isEmpty();
  }

  @Test
  void anotherDomainsBackupIsRefused() {
    CommandLine ran = rota(target.bootstrap(), target.registryUrl(), "restore", "cores", path());
    assertThat(ran.exit()).isEqualTo(78);
    assertThat(ran.err()).contains("is a backup of the domain bots");
  }

  @Test
  void aClusterThatHasRecordsIsRefused() throws Exception {
    try (DomainCluster own = new DomainCluster(BOTS, PARTITIONS)) {
      new PastTraffic(DomainTraffic.of(BOTS), 3, 10).begin(own, "north", List.of());
      CommandLine ran = rota(own.bootstrap(), own.registry(), "restore", "bots", path());
      assertThat(ran.exit()).isEqualTo(78);
      assertThat(ran.err())
          .contains("the cluster has records on bot-heartbeats, bots-policies", "--delete");
    }
  }

  /** As after a mistake. The claim is of this cluster, and the former changelog is in the way. */
  @Test
  void topicsThatWereDeletedComeBackOnTheirOwnCluster() throws Exception {
    try (DomainCluster own = new DomainCluster(BOTS, PARTITIONS);
        Committed inputs = Committed.inputs(own.bootstrap(), BOTS.name())) {
      PastTraffic traffic = new PastTraffic(DomainTraffic.of(BOTS), 8, 100);
      long half = traffic.begin(own, "north", List.of("east"));
      own.decide(dir.resolve("before"), 1, () -> inputs.count() >= half);
      String[] words = {"bots", dir.resolve("own").toString()};
      assertThat(rota(own.bootstrap(), own.registry(), "backup", words[0], words[1]).exit())
          .isZero();
      delete(own, one -> one.endsWith("-changelog"));
      CommandLine refused = rota(own.bootstrap(), own.registry(), "restore", words[0], words[1]);
      assertThat(refused.exit()).isEqualTo(78);
      assertThat(refused.err()).contains("has records on rota-bots-bots-rows-changelog");

      delete(own, _ -> false);
      CommandLine ran = rota(own.bootstrap(), own.registry(), "restore", words[0], words[1]);
      assertThat(ran.exit()).as(ran.err()).isZero();
      assertThat(ran.out()).doesNotContain("ledger take");
      long all = traffic.end(own);
      // Another one: the first has read past what is there now.
      try (Committed again = Committed.inputs(own.bootstrap(), BOTS.name())) {
        own.decide(dir.resolve("after"), 1, () -> again.count() >= all);
      }
      assertThat(own.audit().findings()).isEmpty();
      assertThat(own.audit().proved()).isTrue();
    }
  }

  private static void delete(DomainCluster cluster, Predicate<String> but) throws Exception {
    try (Admin admin = cluster.admin()) {
      List<String> gone =
          admin.listTopics().names().get().stream()
              .filter(one -> !one.startsWith("_") && !but.test(one))
              .toList();
      admin.deleteTopics(gone).all().get();
      await().until(() -> admin.listTopics().names().get().stream().noneMatch(gone::contains));
    }
  }

  /** A group that decides nothing has no offsets. */
  @Test
  void aBackupForAnotherApplicationThanTheOwnerIsRefused() {
    String at = dir.resolve("others").toString();
    CommandLine ran =
        CommandLine.run(
            Map.of("ROTA_HOME", kept.toString(), "ROTA_APPLICATION_ID", "stranger"),
            "",
            "backup",
            "bots",
            at,
            "-b",
            former.bootstrap());
    assertThat(ran.exit()).isEqualTo(78);
    assertThat(ran.err())
        .contains("is decided by the group rota-bots", "stranger-bots", "set application.id=rota");
  }

  /** What a run without a registry has copied, a later one does not read again. */
  @Test
  void schemasOfAnEarlierRunAreAddedByTheNextOne() throws Exception {
    String at = dir.resolve("late").toString();
    CommandLine without = rota(former.bootstrap(), "", "backup", "bots", at);
    assertThat(without.exit()).as(without.err()).isZero();
    assertThat(without.out()).contains("none: pass --registry");
    CommandLine with = rota(former.bootstrap(), former.registry(), "backup", "bots", at);
    assertThat(with.exit()).as(with.err()).isZero();
    assertThat(BackupManifest.read(Path.of(at)).schemas())
        .isEqualTo(BackupManifest.read(backup).schemas())
        .isNotEmpty();
  }

  @Test
  void oneProcessAtATimeWritesADirectory() throws Exception {
    try (DirectoryOwner held = DirectoryOwner.take(backup)) {
      assertThat(held).isNotNull();
      CommandLine ran = rota(former.bootstrap(), former.registry(), "backup", "bots", path());
      assertThat(ran.exit()).isEqualTo(75);
      assertThat(ran.err()).contains("another process writes " + path());
    }
  }

  @Test
  void aSettingThatTheClusterDoesNotKnowIsNamed() throws Exception {
    Path manifest = backup.resolve("manifest.json");
    String text = Files.readString(manifest);
    Files.writeString(
        manifest,
        text.replaceFirst("\"settings\" : \\{", "\"settings\" : { \"moon.phase\" : \"1\","));
    CommandLine ran = restore();
    assertThat(ran.exit()).isEqualTo(78);
    assertThat(ran.err()).contains("moon.phase", "manifest.json");
    Files.writeString(manifest, text);
    CommandLine without = restore();
    assertThat(without.exit()).as(without.err()).isZero();
  }

  /** Records name their schema by its id alone. */
  @Test
  void aRegistryWithOtherSchemasIsRefused() throws Exception {
    try (TestCluster own = TestCluster.start();
        Registry registry = Registry.at(own.registryUrl())) {
      registry.register("others-value", SchemaBuilder.record("Other").fields().endRecord());
      CommandLine ran = rota(own.bootstrap(), own.registryUrl(), "restore", "bots", path());
      assertThat(ran.exit()).isEqualTo(78);
      assertThat(ran.err()).contains("the registry has another schema with the id 1");
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", own.bootstrap()))) {
        assertThat(admin.listTopics().names().get())
            .noneMatch(topic -> topic.startsWith("bots-") || topic.equals("jobs"));
      }
    }
  }

  @Test
  void aFullDiskIsNamedAndAfterwardsItGoesOn() throws Exception {
    Path disk = Files.createDirectories(dir.resolve("disk"));
    String[] mount = {"mount", "-t", "tmpfs", "-o", "size=48k", "tmpfs", disk.toString()};
    NotRun.unless(done(mount), "a small disk can be mounted by root alone");
    String at = disk.resolve("b").toString();
    try {
      CommandLine full = rota(former.bootstrap(), former.registry(), "backup", "bots", at);
      assertThat(full.exit()).isEqualTo(74);
      assertThat(full.err()).contains(at, "No space left");
      assertThat(done("mount", "-o", "remount,size=16m", disk.toString())).isTrue();
      CommandLine more = rota(former.bootstrap(), former.registry(), "backup", "bots", at);
      assertThat(more.exit()).as(more.err()).isZero();
      assertThat(rota(target.bootstrap(), "", "restore", "bots", at, "--dry-run").exit()).isZero();
    } finally {
      done("umount", "-l", disk.toString());
    }
  }

  private static boolean done(String... words) throws Exception {
    return new ProcessBuilder(words).start().waitFor() == 0;
  }

  /** Its producers get few bytes a second, so that it is killed in the middle. */
  @Test
  void aRestoreThatIsKilledIsRepeated() throws Exception {
    quota(2_000.0);
    Process killed = process("restore");
    await()
        .until(
            () ->
                topics().contains("bots-restore")
                    && topics().contains("bots-outcomes")
                    && end("bots-outcomes") > 0);
    killed.destroyForcibly().waitFor();
    quota(null);
    assertThat(topics()).contains("bots-restore").doesNotContain("bots-time");

    for (String[] words : new String[][] {RUN, {"topics", "create", "--domains", "bots"}}) {
      CommandLine early = rota(target.bootstrap(), target.registryUrl(), words);
      assertThat(early.exit()).as(early.out()).isEqualTo(78);
      assertThat(early.err())
          .contains("a restore of the domain bots is not finished", "rota restore bots DIR");
    }
    assertThat(topics()).doesNotContain("bots-time");

    Path other = dir.resolve("other");
    assertThat(
            rota(former.bootstrap(), former.registry(), "backup", "bots", other.toString()).exit())
        .isZero();
    CommandLine another =
        rota(target.bootstrap(), target.registryUrl(), "restore", "bots", other.toString());
    assertThat(another.exit()).isEqualTo(78);
    assertThat(another.err()).contains("a restore of another backup", "bots-restore");

    CommandLine again = restore();
    assertThat(again.exit()).as(again.err()).isZero();
    assertThat(topics()).contains("bots-time").doesNotContain("bots-restore");
    try (DomainCluster restored = restored()) {
      assertThat(restored.audit().findings()).isEmpty();
      assertThat(restored.audit().digest()).isEqualTo(former.audit().digest());
    }
    assertThat(restore().err()).contains("the cluster has records on");
  }

  @Test
  void ofTwoRestoresAtOnceOneEndsAtOnce() throws Exception {
    quota(2_000.0);
    Process first = process("restore");
    await().until(() -> topics().contains("jobs"));
    CommandLine second = restore();
    quota(null);
    assertThat(second.exit()).isEqualTo(75);
    assertThat(second.err()).contains("another restore of this domain is under way");
    assertThat(first.waitFor()).isZero();
    try (DomainCluster restored = restored()) {
      assertThat(restored.audit().findings()).isEmpty();
      assertThat(restored.audit().digest()).isEqualTo(former.audit().digest());
    }
  }

  /** A backup continues where a killed one stopped, and leaves files alone that are whole. */
  @Test
  void aBackupGoesOnFromTheFilesThatAreThere() throws Exception {
    Path manifest = backup.resolve("manifest.json");
    Files.delete(manifest);
    Files.delete(part("bots-outcomes"));
    Path half = Files.writeString(part("jobs").resolveSibling("00000000000000099999.gz.new"), "x");
    CommandLine ran = rota(former.bootstrap(), former.registry(), "backup", "bots", path());
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(half).exists(); // nobody's: it is in the way of nothing
    CommandLine checked = rota(target.bootstrap(), "", "restore", "bots", path(), "--dry-run");
    assertThat(checked.exit()).as(checked.err()).isZero();

    byte[] bytes = Files.readAllBytes(part("jobs"));
    Files.write(part("jobs"), Arrays.copyOf(bytes, bytes.length / 2));
    CommandLine torn = rota(former.bootstrap(), former.registry(), "backup", "bots", path());
    assertThat(torn.exit()).isEqualTo(1);
    assertThat(torn.err()).contains("new directory");
  }

  @Test
  void aDirectoryIsOfOneCluster() throws Exception {
    assertThat(restore().exit()).isZero();
    CommandLine ran = rota(target.bootstrap(), target.registryUrl(), "backup", "bots", path());
    assertThat(ran.exit()).isEqualTo(78);
    assertThat(ran.err()).contains("has a backup of others", "name a new directory");
  }

  /** Two clusters would decide the same lanes. */
  @Test
  void anEngineWaitsUntilTheLedgerIsTakenOver() throws Exception {
    assertThat(restore().exit()).isZero();
    Process engine = process("run", "--domains", "bots", "--http-port", "0", "--state-dir", path());
    assertThat(engine.waitFor()).isEqualTo(78);
    assertThat(Files.readString(dir.resolve("run.txt")))
        .contains("belongs to the application.id rota", "rota ledger take bots --from rota");
    var claims = new ClaimTopic(Map.of("bootstrap.servers", target.bootstrap()), "bots");
    assertThat(claims.standing().epoch()).isEqualTo(1);
  }

  private Path part(String topic) throws IOException {
    try (Stream<Path> all = Files.walk(backup.resolve(topic))) {
      return all.filter(one -> one.toString().endsWith(".gz"))
          .max(Comparator.comparingLong(one -> one.toFile().length()))
          .orElseThrow();
    }
  }

  private String path() {
    return backup.toString();
  }

  private static List<String> topics() throws Exception {
    try (Admin admin = admin()) {
      return admin.listTopics().names().get().stream().filter(one -> !one.startsWith("_")).toList();
    }
  }

  private static long end(String topic) {
    try (Committed records = new Committed(target.bootstrap(), topic, _ -> 1)) {
      return records.count();
    }
  }

  private static void quota(Double bytesPerSecond) throws Exception {
    Map<String, String> everybody = new HashMap<>();
    everybody.put(ClientQuotaEntity.CLIENT_ID, null);
    try (Admin admin = admin()) {
      admin
          .alterClientQuotas(
              List.of(
                  new ClientQuotaAlteration(
                      new ClientQuotaEntity(everybody),
                      List.of(new ClientQuotaAlteration.Op("producer_byte_rate", bytesPerSecond)))))
          .all()
          .get();
    }
  }

  /** The restored topics; the cluster stays. */
  private static DomainCluster restored() {
    return new DomainCluster(BOTS, PARTITIONS, target) {
      @Override
      public void close() {
        // Other tests use it, too.
      }
    };
  }

  private Process process(String verb, String... more) throws IOException {
    List<String> command = new ArrayList<>(Program.jvm("-Xmx384m"));
    command.addAll(List.of("dev.rota.Rota", verb));
    command.addAll(verb.equals("run") ? List.of(more) : List.of("bots", path()));
    command.addAll(List.of("-b", target.bootstrap(), "--registry", target.registryUrl()));
    return Program.process(command)
        .redirectErrorStream(true)
        .redirectOutput(dir.resolve(verb + ".txt").toFile())
        .start();
  }

  private CommandLine restore() {
    return rota(target.bootstrap(), target.registryUrl(), "restore", "bots", path());
  }

  private static CommandLine rota(String bootstrap, String registry, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("-b", bootstrap));
    if (!registry.isEmpty()) {
      all.addAll(List.of("--registry", registry));
    }
    return CommandLine.run(
        Map.of("ROTA_HOME", kept.resolve("home").toString()), "", all.toArray(new String[0]));
  }
}
