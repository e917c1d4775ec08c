package dev.rota.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.bots.BotOutcome;
import dev.rota.bots.BotOutcomeKind;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.JobOutcome;
import dev.rota.bots.JobOutcomeKind;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.protocols.longrunning.GetOperationRequest;
import dev.rota.protocols.longrunning.Operation;
import dev.rota.protocols.longrunning.OperationsGrpc;
import dev.rota.protocols.reapi.Action;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.reapi.ExecuteRequest;
import dev.rota.protocols.reapi.ExecuteResponse;
import dev.rota.readers.audit.AuditReport;
import dev.rota.registry.AvroDeserializer;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.Ports;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults that strike builds: real processes, and real actions. Each row ends with every operation
 * answered once and rightly, alike by both front doors, and with a ledger that is proved. All rows
 * share one farm and one ledger.
 */
@Tag("faults")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BuildFaultsIT {
  private static final int STREAMS = 200;
  private static final int WAITING = Integer.getInteger("rota.faults.waiting", 10_000);
  private static final int IDLE_BOTS = 100;
  private static final int ASKED_AGAIN = 50;
  private static final Path REPORT = Path.of("target", "faults.txt");
  private static final ActionResult NOTHING_DONE =
      ActionResult.newBuilder().setStdoutRaw(ByteString.copyFromUtf8("idle")).build();

  @TempDir private static Path home;

  private static final String SILENT_RUNS = "sleep 86000." + ProcessHandle.current().pid();

  private static BuildArena farm;
  private static SilentRelay relay;
  private static ManagedChannel silentChannel;
  private static BuildClient silent;
  private static int actions;

  private static final Set<JobOutcomeKind> OVER =
      Set.of(JobOutcomeKind.COMPLETED, JobOutcomeKind.CANCELLED);

  private final List<BuildClient> clients = new ArrayList<>();

  /** An action, and what must come of it. */
  private record NewAction(ExecuteRequest request, Predicate<ExecuteResponse> right) {}

  @BeforeAll
  static void open() throws Exception {
    // Actions run as users of their own, if this one is root.
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx--x--x"));
    farm = new BuildArena(home);
    relay = new SilentRelay(farm.port(1));
    silentChannel = BuildArena.channel(relay.port());
    silent = BuildClient.ask(List.of(silentChannel), action(SILENT_RUNS + ";").request, _ -> true);
    await().until(() -> silent.runs() && isRunning(SILENT_RUNS));
    relay.fallSilent(); // a front door takes a while to notice
  }

  @AfterAll
  static void close() {
    silentChannel.shutdownNow();
    relay.close();
    farm.close();
  }

  /** An action that nobody has asked for. */
  private static NewAction action(String script) throws Exception {
    String name = "action " + ++actions;
    return new NewAction(
        farm.request(
            farm.action(BuildArena.FAMILY, "%s echo '%s'".formatted(script, name)).build()),
        said(name + "\n"));
  }

  private static Predicate<ExecuteResponse> said(String words) {
    BlobDigest digest = BlobDigest.of(words.getBytes(UTF_8));
    return response ->
        !response.hasStatus()
            && response.getResult().getExitCode() == 0
            && response.getResult().getStdoutDigest().equals(digest.message());
  }

  private BuildClient ask(int door, NewAction action) {
    BuildClient client = BuildClient.ask(farm.doors(door), action.request, action.right);
    clients.add(client);
    return client;
  }

  /** Stores all of them first, so that none is over while another is stored. */
  private void ask(int count, String script) throws Exception {
    List<NewAction> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(action(script));
    }
    for (int i = 0; i < count; i++) {
      ask(i % 2, all.get(i));
    }
  }

  private long answered() {
    return clients.stream().filter(BuildClient::isOver).count();
  }

  /** Something is done, and something is left to do. */
  private void awaitMiddle() {
    await().until(() -> answered() >= clients.size() / 10);
    assertThat(answered()).as("answered when the fault strikes").isLessThan(clients.size());
  }

  private int moves() {
    return clients.stream().mapToInt(BuildClient::moves).sum();
  }

  /** Lets it run: nothing is waited for but time itself. */
  private static void pass(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    await().atMost(time.plusMinutes(2)).until(() -> System.nanoTime() >= until);
  }

  @Test
  @Order(1)
  void anEngineThatIsKilled() throws Exception {
    ask(60, "sleep 0.1;");
    awaitMiddle();
    farm.engine().kill();
    farm.startEngine();
    farm.engine().ready();
    conclude("engine kill -9");
  }

  @Test
  @Order(2)
  void aFrontDoorThatIsKilledInTheMiddleOfStreams() throws Exception {
    List<NewAction> all = new ArrayList<>();
    for (int i = 0; i < STREAMS; i++) {
      all.add(action(""));
    }
    all.forEach(one -> ask(0, one));
    awaitMiddle();
    farm.door(0).kill();
    farm.door(0).start();
    await().until(() -> answered() == STREAMS);
    assertThat(moves()).isPositive();
    farm.awaitDoor(0);
    conclude("front door kill -9, " + STREAMS + " streams");
  }

  /** It is lost once its keepalive is over: it does not come back before. */
  @Test
  @Order(3)
  void aBotThatIsKilled() throws Exception {
    Path go = home.resolve("go");
    int free = 2 * BuildArena.JOBS_PER_HOST - 1; // the silent client's action has one
    ask(free, "until test -e '%s'; do sleep 0.2; done;".formatted(go));
    await().until(() -> clients.stream().allMatch(BuildClient::runs));
    farm.host(0).kill();
    Files.createFile(go);
    await().until(() -> answered() == clients.size());
    farm.host(0).start();
    conclude("host of bots kill -9, " + free + " actions run");
  }

  /** Gone until a client was refused: to stay away for longer shows nothing more. */
  @Test
  @Order(4)
  void aStorageThatIsKilled() throws Exception {
    NewAction late = action("");
    ask(60, "sleep 0.1;");
    awaitMiddle();
    farm.storage().kill();
    BuildClient refused = ask(0, late);
    await().until(() -> refused.moves() > 0);
    farm.storage().start();
    conclude("storage kill -9, 60 actions running");
  }

  /** More calls wait for it than a front door has threads, and yet it hears its bots. */
  @Test
  @Order(5)
  void aStorageThatDoesNotAnswer() throws Exception {
    long lost = lostBots();
    List<NewAction> late = new ArrayList<>();
    for (int i = 0; i < STREAMS; i++) {
      late.add(action(""));
    }
    farm.storage().freeze();
    late.forEach(one -> ask(0, one));
    pass(Duration.ofMillis(BuildArena.KEEPALIVE_MILLIS).plusSeconds(5));
    farm.storage().thaw();
    conclude("storage frozen, " + STREAMS + " streams");
    assertThat(lostBots()).as("bots that were lost").isEqualTo(lost);
  }

  /** Its clients wait for it; its bots go to the other one before their sessions are over. */
  @Test
  @Order(6)
  void aFrontDoorThatIsFrozen() throws Exception {
    long lost = lostBots();
    ask(60, "sleep 0.1;");
    awaitMiddle();
    farm.door(0).freeze();
    pass(Duration.ofMillis(BuildArena.KEEPALIVE_MILLIS).plusSeconds(5));
    farm.door(0).thaw();
    conclude("front door frozen, 60 streams");
    assertThat(lostBots()).as("bots that were lost").isEqualTo(lost);
  }

  @Test
  @Order(7)
  void aBrokerThatIsKilled() throws Exception {
    ask(60, "sleep 0.1;");
    awaitMiddle();
    try (Admin admin = Admin.create(farm.kafka())) {
      String ledger = RequiredTopics.ledger(BuildArena.BOTS.name());
      var topics = admin.describeTopics(List.of(ledger)).allTopicNames().get();
      int leader = topics.get(ledger).partitions().get(0).leader().id();
      farm.brokers().kill(leader);
      await().until(() -> answered() == clients.size());
      farm.brokers().restart(leader);
      farm.brokers().awaitInSync(admin);
    }
    ask(10, "");
    conclude("broker kill -9 (the ledger's leader)");
  }

  @Test
  @Order(8)
  void actionsThatDoNotEndOrLeaveOthersRunning() throws Exception {
    String endless = "sleep 86300." + ProcessHandle.current().pid();
    String stays = "sleep 86200." + ProcessHandle.current().pid();
    Action.Builder never =
        farm.action(
            BuildArena.FAMILY, "trap '' TERM INT HUP; while :; do %s; done".formatted(endless));
    never.getTimeoutBuilder().setSeconds(2);
    ask(
        0,
        new NewAction(
            farm.request(never.build()),
            response -> response.getStatus().getCode() == Status.Code.DEADLINE_EXCEEDED.value()));
    ask(1, action("%s & (setsid %s &);".formatted(stays, stays)));
    await().until(() -> answered() == 2);
    await().until(() -> !isRunning(endless) && !isRunning(stays));
    conclude("an action without an end, one that forks");
  }

  private static boolean isRunning(String words) {
    return ProcessHandle.allProcesses()
        .anyMatch(one -> one.info().commandLine().orElse("").contains(words));
  }

  /** Of one, the connection ends. The other one's machine lost its power before the first row. */
  @Test
  @Order(9)
  void clientsThatDisappear() throws Exception {
    String runs = "sleep 86100." + ProcessHandle.current().pid();
    ManagedChannel door = BuildArena.channel(farm.port(0));
    BuildClient one = BuildClient.ask(List.of(door), action(runs + ";").request, _ -> true);
    await().until(() -> one.runs() && isRunning(runs));
    door.shutdownNow();
    for (BuildClient gone : List.of(one, silent)) {
      await().until(() -> operation(0, gone.name()).getDone());
      assertThat(BuildClient.response(operation(1, gone.name())).getStatus().getCode())
          .isEqualTo(Status.Code.CANCELLED.value());
    }
    await().until(() -> !isRunning(runs) && !isRunning(SILENT_RUNS));
    conclude("clients that disappear");
  }

  /**
   * An hour ahead, it says so and its clients go to another. Set back, it ends: Kafka's clients
   * would hang.
   */
  @Test
  @Order(10)
  void aFrontDoorsClockThatJumps() throws Exception {
    FakedClock clock = new FakedClock(home.resolve("clock"));
    clock.set(0);
    int port = Ports.free();
    BuildProcess door = farm.newDoor(port, clock.variables());
    ManagedChannel channel = BuildArena.channel(port);
    BuildArena.awaitDoor(channel);
    clock.set(3_600);
    // It reads its clock once a second, and takes actions until then. Refused, it rests for a
    // while.
    List<ManagedChannel> doors = List.of(channel, farm.doors(0).get(0));
    await()
        .until(
            () -> {
              NewAction ahead = action("");
              BuildClient client = BuildClient.ask(doors, ahead.request, ahead.right);
              clients.add(client);
              await().until(client::isOver);
              return client.moves() > 0 && !BuildArena.serves(channel);
            });
    assertThat(door.log()).contains("this machine's clock is ahead of the brokers'");
    clock.set(0);
    assertThat(door.exit()).isEqualTo(75);
    assertThat(door.log()).contains("this machine's clock was set back by");
    door.start();
    BuildArena.awaitDoor(channel);
    NewAction behind = action("");
    clients.add(BuildClient.ask(List.of(channel), behind.request, behind.right));
    conclude("front door's clock an hour ahead, then back");
    channel.shutdownNow();
    door.close();
  }

  @Test
  @Order(11)
  void manyOperationsThatWaitForBots() throws Exception {
    Action action =
        farm.action("idle", "exit").setDoNotCache(true).build(); // so each is one of its own
    ExecuteRequest request = farm.request(action).toBuilder().setSkipCacheLookup(true).build();
    for (int i = 0; i < WAITING; i++) {
      ask(i % 2, new NewAction(request, response -> response.getResult().equals(NOTHING_DONE)));
    }
    await().until(() -> clients.stream().allMatch(one -> one.name() != null));
    List<ManagedChannel> channels =
        List.of(BuildArena.channel(farm.port(0)), BuildArena.channel(farm.port(1)));
    List<IdleBot> bots =
        IntStream.range(0, IDLE_BOTS)
            .mapToObj(
                i ->
                    IdleBot.start(
                        channels.get(i % 2),
                        BuildArena.INSTANCE,
                        "idle-" + i,
                        "idle",
                        NOTHING_DONE))
            .toList();
    await().until(() -> answered() == clients.size());
    bots.forEach(IdleBot::close);
    channels.forEach(ManagedChannel::shutdownNow);
    conclude(WAITING + " operations wait, then bots come");
  }

  private static Operation operation(int door, String name) {
    return OperationsGrpc.newBlockingStub(farm.doors(door).get(0))
        .getOperation(GetOperationRequest.newBuilder().setName(name).build());
  }

  /** Waits for every answer, and holds all that there is against what must be so. */
  private void conclude(String fault) throws Exception {
    await().until(() -> answered() == clients.size());
    assertThat(clients.stream().map(BuildClient::complaint).filter(Objects::nonNull)).isEmpty();
    farm.awaitDoor(0);
    farm.awaitDoor(1);
    for (BuildClient client : clients.subList(0, Math.min(ASKED_AGAIN, clients.size()))) {
      for (int door = 0; door < 2; door++) {
        Operation again = operation(door, client.name());
        assertThat(again.getDone()).isTrue();
        assertThat(BuildClient.response(again)).isEqualTo(BuildClient.response(client.answer()));
      }
    }
    await().untilAsserted(BuildFaultsIT::assertEachJobEndedOnce);
    AuditReport report = farm.audit();
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(report.deadLetters()).isZero();
    String told =
        "builds: %-42s operations %5d, asked again %4d, answered once, PROVED (%d turns)%n"
            .formatted(fault, clients.size(), moves(), report.turns());
    System.out.print(told);
    // Other classes of this build tell theirs.
    Files.writeString(REPORT, told, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static void assertEachJobEndedOnce() {
    Map<String, Integer> ends = new HashMap<>();
    for (GridOutcome outcome : outcomes()) {
      if (outcome.getEvent() instanceof JobOutcome job) {
        if (job.getOutcome() == JobOutcomeKind.QUEUED) {
          ends.merge(job.getJob(), 0, Integer::sum);
        } else if (OVER.contains(job.getOutcome())) {
          ends.merge(job.getJob(), 1, Integer::sum);
        }
      }
    }
    ends.values().removeIf(count -> count == 1);
    ends.remove(silent.name().substring(BuildArena.INSTANCE.length() + 1), 0); // not yet
    assertThat(ends).as("jobs, and how often they ended").isEmpty();
  }

  private static long lostBots() {
    return outcomes().stream()
        .filter(
            outcome ->
                outcome.getEvent() instanceof BotOutcome bot
                    && bot.getOutcome() == BotOutcomeKind.LOST)
        .count();
  }

  private static List<GridOutcome> outcomes() {
    String topic = Channel.OUTCOMES.topic(BuildArena.BOTS.name());
    List<GridOutcome> outcomes = new ArrayList<>();
    try (AvroDeserializer values = new AvroDeserializer();
        PartitionReader<byte[]> reader = PartitionReader.ofBytes(farm.kafka())) {
      values.configure(
          Map.of("schema.registry.url", farm.registryUrl(), "specific.avro.reader", true), false);
      reader.assign(PartitionReader.partitions(topic, 1));
      while (!reader.isAtEnds()) {
        for (ConsumerRecord<byte[], byte[]> record : reader.poll(Duration.ofMillis(100))) {
          outcomes.add((GridOutcome) values.deserialize(topic, record.headers(), record.value()));
        }
      }
    }
    return outcomes;
  }
}
