package dev.rota.road.stream;

import static dev.rota.alarms.wire.AlarmWire.CANCELS;
import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.cancel;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.rota.alarms.AlarmDomain;
import dev.rota.app.cluster.HostClock;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.run.RunningDomains;
import dev.rota.base.text.CauseChain;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.readers.audit.DomainAudit;
import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.shards.ShardsDomain;
import dev.rota.testing.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** How time comes to silent lanes on a real broker. */
@Execution(ExecutionMode.CONCURRENT)
class TimeIT {
  private static final AlarmDomain ALARMS = new AlarmDomain();
  private static final ShardsDomain SHARDS = new ShardsDomain();
  private static final int PARTITIONS = 2;
  private static final String HOME = lane(0);
  private static final String WORK = lane(1);

  @TempDir private Path state;
  private TestCluster cluster;

  private static String lane(int partition) {
    return IntStream.range(0, 100)
        .mapToObj(i -> "site-" + i)
        .filter(name -> LaneKey.partition(name.getBytes(UTF_8), PARTITIONS) == partition)
        .findFirst()
        .orElseThrow();
  }

  @BeforeEach
  void start() {
    cluster = TestCluster.start();
    try (Admin admin = Admin.create(kafka())) {
      MissingTopics.create(admin, RequiredTopics.of(ALARMS), PARTITIONS, (short) 1);
    }
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void silentLanesTickBeforeAndAfterARestartOfEngineAndBrokerAndTheAuditProvesIt()
      throws Exception {
    try (var producer = producer(Map.of());
        DomainStreams streams = road()) {
      send(producer, SETTINGS, HOME, set(HOME, "tea", 300));
      send(producer, SETTINGS, HOME, set(HOME, "egg", 10_000));
      await().until(() -> rings().contains("tea"));
      assertThat(streams.stopped()).isNotDone();
    }
    cluster.restartBroker();
    try (DomainStreams streams = road()) {
      await().until(() -> rings().equals(List.of("tea", "egg")));
      assertThat(streams.stopped()).isNotDone();
    }
    assertProved();
  }

  @Test
  void whereATransactionsMarkerIsTheLastOfAnInputTimePasses() throws Exception {
    try (var producer = producer(Map.of("transactional.id", "client"));
        DomainStreams streams = road()) {
      producer.initTransactions();
      producer.beginTransaction();
      send(producer, SETTINGS, HOME, set(HOME, "tea", 300));
      producer.commitTransaction();
      producer.beginTransaction();
      send(producer, CANCELS, HOME, cancel(HOME, "tea"));
      producer.flush();
      producer.abortTransaction();

      await().until(() -> rings().equals(List.of("tea")));
      assertThat(streams.stopped()).isNotDone();
    }
  }

  @Test
  void whatLiesBehindAnOpenTransactionIsDecidedBeforeTimePasses() throws Exception {
    try (var client = producer(Map.of("transactional.id", "client"));
        var producer = producer(Map.of());
        DomainStreams streams = road()) {
      client.initTransactions();
      client.beginTransaction();
      send(client, CANCELS, HOME, cancel(HOME, "nothing"));
      client.flush();
      // The cancel lies there before tea can be due, however slow the machine is.
      send(producer, CANCELS, HOME, cancel(HOME, "tea"));
      send(producer, SETTINGS, HOME, set(HOME, "tea", 1_000));
      send(producer, SETTINGS, WORK, set(WORK, "egg", 2_000));

      await("time passes elsewhere").until(() -> rings().equals(List.of("egg")));
      await().until(() -> outcomes().contains("tea SET"));
      // A commit is answered before its marker is written: what follows may be read before it.
      client.commitTransaction();
      await().until(() -> outcomes().contains("tea CANCELLED"));
      send(producer, SETTINGS, HOME, set(HOME, "cake", 100));

      await().until(() -> rings().contains("cake"));
      assertThat(rings()).containsExactlyInAnyOrder("egg", "cake");
      assertThat(streams.stopped()).isNotDone();
    }
    assertProved();
  }

  @Test
  void anIdleDomainWithoutDeadlinesWritesNothingAndStrangersCannotDisturbIt() throws Exception {
    try (var producer = producer(Map.of());
        var stranger =
            new KafkaProducer<>(kafka(), new ByteArraySerializer(), new ByteArraySerializer());
        DomainStreams streams = road()) {
      long started = System.nanoTime();
      send(producer, SETTINGS, WORK, set(WORK, "egg", 300));
      await().until(() -> rings().equals(List.of("egg")));
      int nudges = records(RequiredTopics.time("alarms"), 0).size();
      // A broker may be asked again once its answer is 5 s old.
      long renewed = Duration.ofNanos(System.nanoTime() - started).dividedBy(Duration.ofSeconds(5));
      for (int partition = 0; partition < PARTITIONS; partition++) {
        byte[] garbage = "until the cows come home".getBytes(UTF_8);
        stranger
            .send(new ProducerRecord<>(RequiredTopics.time("alarms"), partition, null, garbage))
            .get();
      }
      send(producer, SETTINGS, WORK, set(WORK, "tea", 2_000));
      await().until(() -> rings().equals(List.of("egg", "tea")));

      // The other partition has no deadline. A broker that leads it may be asked for its time.
      assertThat(
              records(RequiredTopics.time("alarms"), 0).stream()
                  .filter(record -> record.value() != null)
                  .count())
          .as("nudges and garbage")
          .isOne();
      assertThat(nudges).isLessThan(10 + (int) renewed);
      assertThat(records("alarms-dead-letters", 0)).isEmpty();
      assertThat(streams.stopped()).isNotDone();
    }
    assertProved();
  }

  /** The clients' own clock is right here, so only the order of the end is tested. */
  @Test
  void whereTheHostsClockIsSetBackDomainsEndInOrderAndTheNextOnesGoOn() throws Exception {
    AtomicLong ahead = new AtomicLong();
    LongSupplier wall = () -> System.currentTimeMillis() + ahead.get();
    try (var producer = producer(Map.of())) {
      HostClock before = new HostClock(wall, () -> "again");
      ahead.set(-3_600_000);
      try (RunningDomains starting = running(before)) {
        assertThat(end(starting)).contains("was set back by 3");
      }
      try (RunningDomains running = running(new HostClock(wall, () -> "again"))) {
        running.awaitRunning(_ -> {});
        send(producer, SETTINGS, HOME, set(HOME, "tea", 300));
        send(producer, SETTINGS, HOME, set(HOME, "egg", 8_000));
        await().until(() -> rings().contains("tea"));
        ahead.addAndGet(-3_600_000);
        assertThat(end(running)).contains("was set back by 3");
        await("all have left, and did not fail")
            .until(
                () ->
                    running.standings().stream()
                        .allMatch(
                            one ->
                                one.state() == KafkaStreams.State.NOT_RUNNING
                                    && one.replaced() == 0));
      }
      try (RunningDomains next = running(new HostClock(wall, () -> "again"))) {
        next.awaitRunning(_ -> {});
        await().until(() -> rings().equals(List.of("tea", "egg")));
        assertThat(next.anyStopped()).isNotDone();
      }
    }
    assertProved();
  }

  private RunningDomains running(HostClock clock) {
    try (Admin admin = Admin.create(kafka())) {
      MissingTopics.create(admin, RequiredTopics.of(SHARDS), PARTITIONS, (short) 1);
    }
    return RunningDomains.start(List.of(ALARMS, SHARDS), settings(), clock);
  }

  /** Waits for it as its process does. */
  private static String end(RunningDomains running) {
    Throwable end =
        catchThrowable(
            () -> {
              running.awaitRunning(_ -> {});
              running.anyStopped().get(Patience.MAX.toSeconds(), TimeUnit.SECONDS);
            });
    CommandFailure told = CauseChain.first(end, CommandFailure.class).orElseThrow();
    assertThat(told.exit()).isEqualTo(ExitCode.AGAIN);
    return told.what();
  }

  private ProducerRecord<byte[], Object> record(String topic, String lane, SpecificRecord value) {
    return new ProducerRecord<>(topic, lane.getBytes(UTF_8), value);
  }

  private void send(
      KafkaProducer<byte[], Object> producer, String topic, String lane, SpecificRecord value)
      throws Exception {
    producer.send(record(topic, lane, value)).get();
  }

  private KafkaProducer<byte[], Object> producer(Map<String, Object> more) {
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", cluster.registryUrl()), false);
    Map<String, Object> configs = new HashMap<>(kafka());
    configs.putAll(more);
    return new KafkaProducer<>(configs, new ByteArraySerializer(), values);
  }

  /** The alarms that rang, in order by partition. */
  private List<String> rings() {
    return values("alarms-assignments").map(ring -> ring.get("id").toString()).toList();
  }

  /** What became of each input, in order by partition. */
  private List<String> outcomes() {
    return values("alarms-outcomes")
        .map(outcome -> outcome.get("id") + " " + outcome.get("outcome"))
        .toList();
  }

  private Stream<GenericRecord> values(String topic) {
    List<GenericRecord> read = new ArrayList<>();
    try (AvroDeserializer values = new AvroDeserializer()) {
      values.configure(Map.of("schema.registry.url", cluster.registryUrl()), false);
      for (int partition = 0; partition < PARTITIONS; partition++) {
        for (var record : records(topic, partition)) {
          read.add((GenericRecord) values.deserialize(topic, record.headers(), record.value()));
        }
      }
    }
    return read.stream();
  }

  private List<ConsumerRecord<byte[], byte[]>> records(String topic, int partition) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka())) {
      reader.assign(
          PartitionReader.partitions(topic, PARTITIONS).subList(partition, partition + 1));
      while (!reader.isAtEnds()) {
        reader.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }

  private DomainStreams road() throws Exception {
    DomainStreams streams = DomainStreams.start(ALARMS, settings());
    streams.awaitRunning(Patience.MAX);
    return streams;
  }

  private StreamsSettings settings() {
    return new StreamsSettings(
        "rota",
        kafka(),
        Map.of(),
        ValueSerde.avro(Map.of("schema.registry.url", cluster.registryUrl())),
        state,
        1,
        Duration.ofMillis(100));
  }

  private void assertProved() throws Exception {
    try (var audit = new DomainAudit(ALARMS, kafka())) {
      var report = audit.run(1);
      assertThat(report.findings()).isEmpty();
      assertThat(report.proved()).isTrue();
    }
  }

  private Map<String, Object> kafka() {
    return Map.of("bootstrap.servers", cluster.bootstrap());
  }
}
