package dev.rota.road.stream;

import static dev.rota.alarms.wire.AlarmWire.CANCELS;
import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.cancel;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.alarms.AlarmDomain;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.readers.audit.DomainAudit;
import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.stream.hold.HoldTopic;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicSpec;
import dev.rota.testing.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A partition that is held, beside one that is not, on a real broker. */
@Execution(ExecutionMode.CONCURRENT)
class HoldIT {
  private static final AlarmDomain ALARMS = new AlarmDomain();
  private static final int PARTITIONS = 2;
  private static final String GROUP = "rota-alarms";
  private static final String HOME = lane(0);
  private static final String WORK = lane(1);

  @TempDir private Path state;
  private TestCluster cluster;
  private HoldTopic topic;

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
      List<TopicSpec> topics = new ArrayList<>(RequiredTopics.of(ALARMS));
      topics.add(RequiredTopics.ofHolds(ALARMS.name()));
      MissingTopics.create(admin, topics, PARTITIONS, (short) 1);
    }
    topic = new HoldTopic(kafka(), ALARMS.name());
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "streams"})
  void nothingOfItIsDecidedAndNoTimePassesUntilItIsReleased(String protocol) throws Exception {
    try (var producer = producer()) {
      Dawn dawn = stopBeforeDawn(producer, protocol);
      topic.hold(List.of(0), GROUP);
      assertThat(topic.held()).containsOnlyKeys(0);
      long before = offset(SETTINGS, 0);
      long turns = ledger(0);

      DomainStreams second;
      try (DomainStreams first = road(protocol, "first")) {
        assertThat(first.held()).containsExactly(0);
        assertThat(first.trouble().orElseThrow()).startsWith("held: ").contains("rota release");
        isHeldUntilAnotherRings(producer, "egg1", dawn);
        second = road(protocol, "second");
      }
      try (second) {
        await("the others' partitions").until(() -> second.owned().size() == 2);
        assertThat(second.held()).containsExactly(0);
        isHeldUntilAnotherRings(producer, "egg2", dawn);
        assertThat(ledger(0)).as("pages of the held partition").isEqualTo(turns);
        assertThat(offset(SETTINGS, 0)).as("what waits is not committed").isEqualTo(before);

        send(producer, CANCELS, HOME, cancel(HOME, "tea-egg1"));
        topic.release(List.of(0), GROUP);
        await().until(() -> rings().contains(dawn.id()));
        await().until(() -> offset(CANCELS, 0) == 1);
        await().until(() -> offset(SETTINGS, 0) == before + 2);
        await().until(() -> second.held().isEmpty());
        assertThat(second.trouble()).isEmpty();
        assertThat(second.failures().count()).isZero();
      }
    }
    assertThat(topic.held()).isEmpty();
    assertThat(rings()).contains("egg1", "egg2").doesNotContain("tea-egg1", "tea-egg2");
    assertProved();
  }

  /** The partition beside it decides past the time at which an alarm of the held one is due. */
  private void isHeldUntilAnotherRings(
      KafkaProducer<byte[], Object> producer, String egg, Dawn dawn) throws Exception {
    send(producer, SETTINGS, HOME, set(HOME, "tea-" + egg, 600_000));
    long late = Math.max(0, dawn.atMillis() - System.currentTimeMillis()) + 500;
    send(producer, SETTINGS, WORK, set(WORK, egg, late));
    await().until(() -> rings().contains(egg));
    assertThat(rings()).doesNotContain(dawn.id());
  }

  /** An alarm, and when it is due. */
  private record Dawn(String id, long atMillis) {}

  /** Stops while an alarm is pending. On a slow host the first ones ring before it has stopped. */
  private Dawn stopBeforeDawn(KafkaProducer<byte[], Object> producer, String protocol)
      throws Exception {
    for (long delay = 5_000; ; delay *= 2) {
      String id = "dawn" + delay;
      long dueMillis;
      try (DomainStreams streams = road(protocol, "first")) {
        assertThat(streams.held()).isEmpty();
        long before = ledger(0);
        dueMillis = System.currentTimeMillis() + delay;
        send(producer, SETTINGS, HOME, set(HOME, id, delay));
        await().until(() -> ledger(0) > before);
      }
      if (!rings().contains(id)) {
        return new Dawn(id, dueMillis);
      }
    }
  }

  private long ledger(int partition) {
    return records(RequiredTopics.ledger(ALARMS.name()), partition).size();
  }

  private long offset(String input, int partition) throws Exception {
    try (Admin admin = Admin.create(kafka())) {
      var at =
          admin
              .listConsumerGroupOffsets(GROUP)
              .partitionsToOffsetAndMetadata()
              .get()
              .get(new TopicPartition(input, partition));
      return at == null ? 0 : at.offset();
    }
  }

  private void send(
      KafkaProducer<byte[], Object> producer, String to, String lane, SpecificRecord value)
      throws Exception {
    producer.send(new ProducerRecord<>(to, lane.getBytes(UTF_8), value)).get();
  }

  private KafkaProducer<byte[], Object> producer() {
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", cluster.registryUrl()), false);
    return new KafkaProducer<>(kafka(), new ByteArraySerializer(), values);
  }

  /** The alarms that rang. */
  private List<String> rings() {
    List<String> rings = new ArrayList<>();
    try (AvroDeserializer values = new AvroDeserializer()) {
      values.configure(Map.of("schema.registry.url", cluster.registryUrl()), false);
      for (int partition = 0; partition < PARTITIONS; partition++) {
        for (var record : records("alarms-assignments", partition)) {
          Object value = values.deserialize(record.topic(), record.headers(), record.value());
          rings.add(String.valueOf(((GenericRecord) value).get("id")));
        }
      }
    }
    return rings;
  }

  private List<ConsumerRecord<byte[], byte[]>> records(String of, int partition) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka())) {
      reader.assign(List.of(new TopicPartition(of, partition)));
      while (!reader.isAtEnds()) {
        reader.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }

  private DomainStreams road(String protocol, String name) throws Exception {
    StreamsSettings settings =
        new StreamsSettings(
            "rota",
            kafka(),
            new HashMap<>(Map.of("group.protocol", protocol)),
            ValueSerde.avro(Map.of("schema.registry.url", cluster.registryUrl())),
            state.resolve(name),
            1,
            Duration.ofMillis(100));
    DomainStreams streams = DomainStreams.start(ALARMS, settings);
    streams.awaitRunning(Patience.MAX);
    return streams;
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
