package dev.rota.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.app.console.ExitCode;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.lab.embedded.registry.LocalRegistry;
import dev.rota.readers.audit.DomainAudit;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnHeaders;
import dev.rota.shards.Heartbeat;
import dev.rota.shards.Joined;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.WorkerEvent;
import dev.rota.testing.LedgerRecords;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Owners that freeze while nothing but time passes, and engines whose clocks jump. They mostly
 * wait, so they do it at once.
 */
@Tag("faults")
@Execution(ExecutionMode.CONCURRENT)
class TimeFaultsIT {
  private static final ShardsDomain SHARDS = new ShardsDomain();
  private static final Duration WAKING = Duration.ofSeconds(5);
  private static final Duration SESSION = Duration.ofSeconds(30);
  // Longer than the session, or one that is not renewed would not end.
  private static final Duration JUMPED = Duration.ofSeconds(40);
  private static final Map<String, String> NO_WORKERS = Map.of("ROTA_WORKERS", "0");

  @TempDir private Path dir;
  private final List<AutoCloseable> open = new ArrayList<>();
  private String bootstrap;
  private String registry;
  private KafkaProducer<byte[], Object> producer;

  /** On a broker of this process, whose clock is right. */
  private void start() {
    TestCluster cluster = TestCluster.start();
    open.add(cluster);
    start(cluster.bootstrap(), cluster.registryUrl());
  }

  private void start(Brokers brokers) throws IOException {
    open.add(brokers);
    LocalRegistry local = LocalRegistry.start(brokers.bootstrap(), 0);
    open.add(0, local);
    start(brokers.bootstrap(), local.url());
  }

  private void start(String kafka, String registryUrl) {
    bootstrap = kafka;
    registry = registryUrl;
    try (Admin admin = Admin.create(kafka())) {
      MissingTopics.create(admin, RequiredTopics.of(SHARDS), 1, (short) 1);
    }
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", registry), false);
    producer = new KafkaProducer<>(kafka(), new ByteArraySerializer(), values);
    open.add(0, producer);
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable one : open) {
      one.close();
    }
  }

  private Map<String, Object> kafka() {
    return Map.of("bootstrap.servers", bootstrap);
  }

  @Test
  void anIdleOwnerThatIsFrozenOverADeadlineDecidesNothingWhenItWakes() throws Exception {
    start();
    long began = System.nanoTime();
    Duration session;
    try (EngineProcess first = engine("first", NO_WORKERS).ready()) {
      // It must outlast this engine's end and two more starts.
      Duration starts = Duration.ofNanos(4 * (System.nanoTime() - began));
      session = starts.compareTo(SESSION) > 0 ? starts : SESSION;
      join(session);
      await().until(() -> turns().size() == 2);
      assertThat(first.terminate()).isEqualTo(143);
    }
    // Restarted, so that neither has an offset of an input to commit.
    try (EngineProcess one = engine("first", NO_WORKERS).ready();
        EngineProcess two = engine("second", NO_WORKERS).ready()) {
      await("one of them owns it").until(() -> owns(one) != owns(two));
      EngineProcess owner = owns(one) ? one : two;
      owner.freeze();
      long frozen = System.nanoTime();
      await("the other's tick").until(() -> gone().isPresent());
      pass(session.plusSeconds(10).minusNanos(System.nanoTime() - frozen));
      owner.thaw();
      pass(WAKING);

      assertThat(turns()).containsExactly("mainnet/1", "mainnet/2", "mainnet/3");
      assertThat(turns(SHARDS.name() + "-outcomes")).doesNotHaveDuplicates();
      join(SESSION);
      await("it goes on").until(() -> turns().size() >= 5);
      assertProved();
      assertThat(one.alive()).isTrue();
      assertThat(two.alive()).isTrue();
    }
  }

  private static boolean owns(EngineProcess engine) throws IOException {
    String log = engine.log();
    return log.lastIndexOf("partitions gained: 0") > log.lastIndexOf("partitions lost: 0");
  }

  @Test
  void anEnginesClockThatJumpsAheadExpiresNothingThatLives() throws Exception {
    start();
    FakedClock clock = new FakedClock(dir.resolve("clock"));
    clock.set(0);
    try (EngineProcess engine = engine("jumping", faked(clock)).ready()) {
      join(SESSION);
      await().until(() -> turns().size() == 2);
      clock.set(3_600);
      long silent = beat(JUMPED);
      assertExpiresWhatIsSilent(silent, engine);
    }
  }

  /** It is started again by a supervisor, and its clock stays back. */
  @Test
  void anEngineWhoseClockIsSetBackEndsAndTheNextOneExpiresNothingThatLives() throws Exception {
    start();
    FakedClock clock = new FakedClock(dir.resolve("clock"));
    clock.set(0);
    try (EngineProcess engine = engine("back", faked(clock)).ready()) {
      join(SESSION);
      await().until(() -> turns().size() == 2);
      clock.set(-3_600);
      try (var supervisor = Executors.newVirtualThreadPerTaskExecutor()) {
        Future<EngineProcess> again = supervisor.submit(() -> startedAgain(engine, clock));
        long silent = beat(JUMPED);
        try (EngineProcess next = again.get(Patience.MAX.toSeconds(), TimeUnit.SECONDS)) {
          assertExpiresWhatIsSilent(silent, next);
          assertThat(next.alive()).as("it does not end once more").isTrue();
          assertThat(turns(SHARDS.name() + "-outcomes")).doesNotHaveDuplicates();
        }
      }
    }
  }

  /** As a supervisor does it, once the engine has ended. */
  private EngineProcess startedAgain(EngineProcess engine, FakedClock clock) throws Exception {
    assertThat(engine.exit()).isEqualTo(ExitCode.AGAIN.code());
    String again = "start 'rota run' again, unless a supervisor does; run NTP";
    assertThat(engine.log()).contains(again, "stopped; all decisions are committed");
    assertThat(engine.errors())
        .containsPattern("\"what\":\"this machine's clock was set back by \\d+ ms\"")
        .contains("\"hint\":\"" + again);
    return engine("back", faked(clock)).ready();
  }

  /** A worker that beat since then is there, and ends as soon as it is silent for its session. */
  private void assertExpiresWhatIsSilent(long silent, EngineProcess engine) throws Exception {
    assertThat(gone()).as("a worker that beats").isEmpty();
    await().atMost(SESSION.plus(Patience.MAX)).until(() -> gone().isPresent());
    assertThat(System.nanoTime() - silent).isGreaterThan(SESSION.minusSeconds(5).toNanos());
    assertThat(engine.log()).contains("are ignored: [this host by ");
    assertProved();
  }

  /** One that jumps back refuses its clients' records, whose clocks are ahead of it then. */
  @Test
  void aBrokersClockThatJumpsAheadExpiresNothingThatLives() throws Exception {
    FakedClock clock = new FakedClock(dir.resolve("clock"));
    clock.set(0);
    start(Brokers.start(dir, 1, faked(clock)));
    try (EngineProcess engine = engine("beside", NO_WORKERS).ready()) {
      join(SESSION);
      await().until(() -> turns().size() == 2);
      clock.set(3_600);
      beat(JUMPED);
      assertThat(gone()).as("a worker that beats").isEmpty();
      await().atMost(SESSION.plus(Patience.MAX)).until(() -> gone().isPresent());
      assertThat(engine.log()).contains("are ignored: [broker 1 by ");
      assertProved();
    }
  }

  /** The markers of its transactions have the broker's time, and its turns have not. */
  @Test
  void anEngineThatStartsAgainBesideABrokerThatIsAheadExpiresNothingThatLives() throws Exception {
    FakedClock clock = new FakedClock(dir.resolve("clock"));
    clock.set(3_600);
    start(Brokers.start(dir, 1, faked(clock)));
    try (EngineProcess engine = engine("beside", NO_WORKERS).ready()) {
      join(SESSION.multipliedBy(4)); // nobody beats before the next engine is ready
      await().until(() -> turns().size() == 2);
      engine.terminate();
    }
    try (EngineProcess engine = engine("beside", NO_WORKERS).ready()) {
      beat(JUMPED);
      assertThat(gone()).as("a worker that beats").isEmpty();
      assertThat(engine.log()).contains("are ignored: [broker 1 by ");
      assertProved();
    }
  }

  @ParameterizedTest(name = "{0} s")
  @ValueSource(longs = {3_600, -3_600})
  void anEngineThatStartsWithAWrongClockExpiresNothingThatLives(long seconds) throws Exception {
    start();
    try (EngineProcess engine = engine("right", NO_WORKERS).ready()) {
      join(SESSION.multipliedBy(4)); // nobody beats before the next engine is ready
      await().until(() -> turns().size() == 2);
      engine.terminate();
    }
    FakedClock clock = new FakedClock(dir.resolve("clock"));
    clock.set(seconds);
    try (EngineProcess engine = engine("wrong", faked(clock)).ready()) {
      beat(JUMPED);
      assertThat(gone()).as("a worker that beats").isEmpty();
      assertThat(engine.alive()).isTrue();
      assertProved();
    }
  }

  private EngineProcess engine(String name, Map<String, String> variables) throws IOException {
    return EngineProcess.start(
        SHARDS.name(), bootstrap, registry, dir.resolve("state-" + name), variables);
  }

  private static Map<String, String> faked(FakedClock clock) throws IOException {
    Map<String, String> variables = new HashMap<>(NO_WORKERS);
    variables.putAll(clock.variables());
    return variables;
  }

  private void join(Duration session) throws Exception {
    send(
        "shards-policies",
        ShardPolicy.newBuilder()
            .setPool("mainnet")
            .setSessionTimeoutMs(session.toMillis())
            .build());
    send("worker-events", new WorkerEvent("mainnet", "w1", 1L, new Joined(1)));
  }

  /** The worker says every second that it lives. Returns when it began to say so last. */
  private long beat(Duration time) throws Exception {
    long until = System.nanoTime() + time.toNanos();
    long last;
    do {
      last = System.nanoTime();
      send("worker-events", new WorkerEvent("mainnet", "w1", 1L, new Heartbeat()));
      pass(Duration.ofSeconds(1));
    } while (System.nanoTime() < until);
    return last;
  }

  private void send(String topic, SpecificRecord record) throws Exception {
    producer.send(new ProducerRecord<>(topic, "mainnet".getBytes(UTF_8), record)).get();
  }

  /** Lets it run: nothing is waited for but time itself. */
  private static void pass(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    await().atMost(time.abs().plusMinutes(2)).until(() -> System.nanoTime() >= until);
  }

  private void assertProved() throws Exception {
    try (var audit = new DomainAudit(SHARDS, kafka())) {
      var report = audit.run(1);
      assertThat(report.findings()).isEmpty();
      assertThat(report.proved()).isTrue();
    }
  }

  /** What the lane's turns are, in the order of the ledger. */
  private List<String> turns() {
    return LedgerRecords.turns(records(RequiredTopics.ledger(SHARDS.name()))).stream()
        .map(turn -> turn.lane() + "/" + turn.number())
        .toList();
  }

  private List<String> turns(String topic) {
    return records(topic).stream().map(TimeFaultsIT::turn).toList();
  }

  /** A tick that published something: the worker's session has ended. */
  private Optional<String> gone() {
    return records(Channel.OUTCOMES.topic(SHARDS.name())).stream()
        .filter(record -> record.headers().lastHeader(TurnHeaders.SOURCE) == null)
        .map(TimeFaultsIT::turn)
        .findFirst();
  }

  private static String turn(ConsumerRecord<byte[], byte[]> record) {
    Header header = record.headers().lastHeader(TurnHeaders.TURN);
    return new String(header.value(), UTF_8);
  }

  private List<ConsumerRecord<byte[], byte[]>> records(String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka())) {
      reader.assign(PartitionReader.partitions(topic, 1));
      while (!reader.isAtEnds()) {
        reader.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }
}
