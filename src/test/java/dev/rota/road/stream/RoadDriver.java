package dev.rota.road.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.PartitionReplay;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.TurnPage;
import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.Sha256;
import dev.rota.kernel.table.TreeRows;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.stream.rows.ChangelogRestore;
import dev.rota.road.stream.rows.StoreRows;
import dev.rota.road.stream.time.ClusterClock;
import dev.rota.road.stream.time.TaskPulses;
import dev.rota.road.stream.time.TimeNudge;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.testing.TestAlarms;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/**
 * The alarms' road without a broker: one task, its topics in memory, its wall clock in our hand.
 */
final class RoadDriver implements AutoCloseable {
  static final long START_MILLIS = 1_700_000_000_000L;
  static final Duration BEAT = Duration.ofMillis(100);

  /** The row with the end of the ledger. */
  private static final byte[] END = {4};

  /** The bytes before a value: the magic byte and the schema's id. */
  private static final int PREFIX_BYTES = 5;

  private final DomainCard<AlarmState, AlarmInput, AlarmFact> domain;
  private final StreamsSettings config;
  private final int partitions;
  private final LaneLimits limits;
  private TopologyTestDriver driver;
  private final List<byte[]> ledger = new ArrayList<>();
  private final List<String> inputs;
  private final LedgerInMemory past = new LedgerInMemory();
  private SharedTaskParts shared;
  private TaskPulses pulses;
  private final ClusterClock clock;
  private long nowMillis = START_MILLIS;

  RoadDriver(String registryScope, Path stateDir, int partitions) {
    this(registryScope, stateDir, partitions, new TestAlarms(), LaneLimits.DEFAULT);
  }

  RoadDriver(
      String registryScope,
      Path stateDir,
      int partitions,
      DomainCard<AlarmState, AlarmInput, AlarmFact> domain,
      LaneLimits limits) {
    this.domain = domain;
    config =
        new StreamsSettings(
            "test",
            Map.of("bootstrap.servers", "nowhere:1"),
            Map.of(),
            ValueSerde.avro(
                Map.of(
                    "schema.registry.url",
                    "mock://" + registryScope,
                    "rota.unknown.schema.wait.ms",
                    0L)),
            stateDir,
            1,
            BEAT);
    inputs = domain.wire().inputs().stream().map(InputTopic::topic).toList();
    clock = new ClusterClock(() -> TimeUnit.MILLISECONDS.toNanos(nowMillis), () -> nowMillis);
    this.partitions = partitions;
    this.limits = limits;
    start(_ -> {});
  }

  private void start(Consumer<WriteBehind> opened) {
    var topology =
        new DomainTopology(
            domain,
            config::newSerializer,
            config::newDeserializer,
            partitions,
            new TaskSettings(
                config.task().inputBytesMax(),
                BEAT,
                limits,
                RulesAdoption.NEWEST,
                CheckpointSchedule.ALWAYS),
            clock,
            past);
    shared = topology.shared();
    pulses = shared.pulses();
    driver =
        new TopologyTestDriver(
            topology.get(opened), config.streams(domain), Instant.ofEpochMilli(START_MILLIS));
  }

  /** From now on, another application is known to decide the ledger as well. */
  void yieldTo(UnfitCluster another) {
    shared.foreign().set(another);
  }

  /** As a producer would frame it. */
  byte[] framed(String topic, SpecificRecord record) {
    try (var serializer = config.newSerializer()) {
      return serializer.serialize(topic, record);
    }
  }

  void send(String topic, String key, long afterMillis, SpecificRecord record) {
    send(topic, key.getBytes(UTF_8), afterMillis, framed(topic, record), new RecordHeaders());
  }

  /** By a sender whose clock is ahead of the cluster's. */
  void sendAhead(String topic, String key, long afterMillis, SpecificRecord record) {
    Instant time = Instant.ofEpochMilli(START_MILLIS + afterMillis);
    sendAt(time, topic, key.getBytes(UTF_8), framed(topic, record), new RecordHeaders());
  }

  /** At the moment that the record's time says: the cluster's clock shows it, too. */
  void send(String topic, byte[] key, long afterMillis, byte[] value, Headers headers) {
    nowMillis = Math.max(nowMillis, START_MILLIS + afterMillis);
    sendAt(Instant.ofEpochMilli(START_MILLIS + afterMillis), topic, key, value, headers);
  }

  /** At any time, even one that Kafka's own producer would not send. */
  void sendAt(Instant time, String topic, byte[] key, byte[] value, Headers headers) {
    driver
        .createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(new TestRecord<>(key, value, headers, time));
  }

  /** As a pacemaker would see to it where every input has been read. */
  void passTime(Duration time) {
    nowMillis += time.toMillis();
    driver.advanceWallClockTime(time);
    if (pulses.all().get(0).earliestMillis() <= nowMillis) {
      nudge(nowMillis, inputs.stream().map(_ -> 0L).toList());
    }
  }

  /** Time may pass, once the inputs of the domain, in its order, are read up to these offsets. */
  void nudge(long untilMillis, List<Long> ends) {
    hear(new TimeNudge(untilMillis, ends).encode(inputs));
  }

  /** A record of the time topic. */
  void hear(byte[] value) {
    driver
        .createInputTopic("alarms-time", new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(new TestRecord<>(null, value, Instant.ofEpochMilli(nowMillis)));
  }

  /** Only the task's own punctuation. */
  void punctuate(Duration time) {
    driver.advanceWallClockTime(time);
  }

  /** The task's metric of that name. */
  double metric(String name) {
    return driver.metrics().entrySet().stream()
        .filter(one -> one.getKey().name().equals(name))
        .mapToDouble(one -> (double) one.getValue().metricValue())
        .sum();
  }

  TaskPulses pulses() {
    return pulses;
  }

  /** What came out on the topic since the last look. */
  List<TestRecord<byte[], byte[]>> read(String topic) {
    return driver
        .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  TestRecord<byte[], byte[]> readOne(String topic) {
    var records = read(topic);
    if (records.size() != 1) {
      throw new AssertionError(records.size() + " records on " + topic + ", not one");
    }
    return records.get(0);
  }

  SpecificRecord value(String topic, TestRecord<byte[], byte[]> record) {
    try (var deserializer = config.newDeserializer()) {
      return (SpecificRecord) deserializer.deserialize(topic, record.headers(), record.value());
    }
  }

  /** The ledger's new turns. */
  List<TurnEntry> readLedger() {
    return readPages().stream().flatMap(page -> page.turns().stream()).toList();
  }

  /** The ledger's new pages. */
  List<TurnPage> readPages() {
    var pages = new ArrayList<TurnPage>();
    for (var record : read("alarms-ledger")) {
      ledger.add(Arrays.copyOfRange(record.value(), PREFIX_BYTES, record.value().length));
      pages.add(new PageWire().decode(ledger.get(ledger.size() - 1)));
    }
    return pages;
  }

  /** Of everything that was read from the ledger so far, replayed. */
  List<ReplayVerdict> replayed() {
    return replayed(ledger);
  }

  List<ReplayVerdict> replayed(List<byte[]> pages) {
    var replay = new PartitionReplay(domain);
    var verdicts = new ArrayList<ReplayVerdict>();
    pages.forEach(page -> replay.page(page, verdicts::add));
    return verdicts;
  }

  /** Pages in Avro binary, as read from the topic so far. */
  List<byte[]> ledger() {
    return ledger;
  }

  /** A new task instead, whose store is filled from the changelog of an old one. */
  void restore(List<TestRecord<byte[], byte[]>> changelog) {
    driver.close();
    var restored = new TreeRows();
    var records =
        changelog.stream().map(record -> KeyValue.pair(record.key(), record.value())).toList();
    new ChangelogRestore(restored).restoreAll(records);
    var end = new FieldReader(restored.get(END));
    long page = end.number();
    end.number(); // its turns
    past.endAt(page, end.raw(Sha256.BYTES));
    start(rows -> rows.restore(records));
  }

  /** The task's rows, in RocksDB. */
  StoreRows rows() {
    return new StoreRows(driver.getKeyValueStore(DomainTopology.store(domain)));
  }

  static Map<String, String> texts(Headers headers) {
    var texts = new LinkedHashMap<String, String>();
    for (Header header : headers) {
      texts.put(header.key(), new String(header.value(), UTF_8));
    }
    return texts;
  }

  @Override
  public void close() {
    driver.close();
  }
}
