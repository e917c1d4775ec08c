package dev.rota.road.stream;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.AlarmSetting;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.lab.embedded.registry.LocalRegistry;
import dev.rota.readers.audit.DomainAudit;
import dev.rota.registry.AvroSerializer;
import dev.rota.registry.Registry;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.LedgerRecords;
import dev.rota.testing.Patience;
import dev.rota.testing.Ports;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A registry that goes away while a domain runs: what needs it waits, and then goes on. */
@Execution(ExecutionMode.CONCURRENT)
class RegistryAwayIT {
  private static final AlarmDomain ALARMS = new AlarmDomain();
  private static final String HOME = "home";

  @TempDir private Path state;
  private TestCluster cluster;
  private LocalRegistry registry;
  private String url;
  private KafkaProducer<byte[], byte[]> producer;

  @BeforeEach
  void start() {
    cluster = TestCluster.start();
    registry = LocalRegistry.start(cluster.bootstrap(), Ports.free()); // it comes back there
    url = registry.url();
    try (Admin admin = Admin.create(kafka())) {
      MissingTopics.create(admin, RequiredTopics.of(ALARMS), 1, (short) 1);
    }
    producer = new KafkaProducer<>(kafka(), new ByteArraySerializer(), new ByteArraySerializer());
  }

  @AfterEach
  void stop() {
    producer.close(Duration.ZERO);
    registry.close();
    cluster.close();
  }

  @Test
  void anInputUnderASchemaThatNobodyHasSeenWaitsForItAndNothingIsLost() throws Exception {
    byte[] known = framed(set(HOME, "tea", 1L << 40));
    byte[] newer = framed(newer());
    try (DomainStreams streams = road()) {
      send(known);
      await().until(() -> turns().equals(List.of("home/1")));

      registry.close();
      send(known);
      await("known ones go on").until(() -> turns().size() == 2);
      send(newer);
      send(known);
      await("it waits").until(() -> streams.failures().count() >= 2);
      assertThat(turns()).containsExactly("home/1", "home/2");
      assertThat(streams.trouble()).hasValueSatisfying(why -> assertThat(why).contains("regist"));

      registry = LocalRegistry.start(cluster.bootstrap(), URI.create(url).getPort());
      await().until(() -> turns().size() == 4);
      assertThat(streams.stopped()).isNotDone();
    }
    assertThat(turns()).containsExactly("home/1", "home/2", "home/3", "home/4");
    assertProved(4);
  }

  @Test
  void anOutputOfATypeThatWasNotYetWrittenWaitsForItsIdAndIsWrittenOnce() throws Exception {
    try (DomainStreams streams = road()) {
      send(framed(set(HOME, "tea", 1L << 40)));
      await().until(() -> turns().size() == 1);
      // Rings at once, and is the first ring of this process.
      byte[] due = framed(set(HOME, "egg", 1));

      registry.close();
      send(due);
      await("it waits").until(() -> streams.failures().count() >= 2);
      assertThat(records("alarms-assignments")).isEmpty();

      registry = LocalRegistry.start(cluster.bootstrap(), URI.create(url).getPort());
      await().until(() -> !records("alarms-assignments").isEmpty());
      assertThat(streams.stopped()).isNotDone();
    }
    assertThat(records("alarms-assignments")).hasSize(1);
    assertThat(turns()).doesNotHaveDuplicates();
    assertProved(2);
  }

  /** An alarm's setting with one field more. */
  private static GenericRecord newer() {
    Schema old = AlarmSetting.getClassSchema();
    List<Schema.Field> fields = new ArrayList<>();
    old.getFields().forEach(field -> fields.add(new Schema.Field(field, field.schema())));
    Schema number =
        Schema.createUnion(Schema.create(Schema.Type.NULL), Schema.create(Schema.Type.INT));
    fields.add(new Schema.Field("loudness", number, null, Schema.Field.NULL_DEFAULT_VALUE));
    GenericRecord newer =
        new GenericData.Record(
            Schema.createRecord(old.getName(), null, old.getNamespace(), false, fields));
    AlarmSetting same = set(HOME, "cake", 1L << 40);
    old.getFields().forEach(field -> newer.put(field.name(), same.get(field.pos())));
    return newer;
  }

  private byte[] framed(Object record) {
    try (AvroSerializer values = new AvroSerializer()) {
      values.configure(Map.of("schema.registry.url", url), false);
      return values.serialize(SETTINGS, record);
    }
  }

  private void send(byte[] value) throws Exception {
    producer.send(new ProducerRecord<>(SETTINGS, HOME.getBytes(UTF_8), value)).get();
  }

  private DomainStreams road() throws Exception {
    DomainStreams streams =
        DomainStreams.start(
            ALARMS,
            new StreamsSettings(
                "rota",
                kafka(),
                Map.of(),
                ValueSerde.avro(Map.of("schema.registry.url", url, "max.retries", 0)),
                state,
                1,
                Duration.ofMillis(100)));
    streams.awaitRunning(Patience.MAX);
    return streams;
  }

  /** The ledger's turns, in its order. */
  private List<String> turns() {
    return records(RequiredTopics.ledger(ALARMS.name())).stream()
        .flatMap(page -> LedgerRecords.turns(page).stream())
        .map(turn -> turn.lane() + "/" + turn.number())
        .toList();
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

  private void assertProved(long inputs) throws Exception {
    try (Registry schemas = Registry.open(Map.of("schema.registry.url", url));
        var audit =
            new DomainAudit(ALARMS, kafka(), new DomainAudit.Witnesses(null, schemas, null))) {
      var report = audit.run(1);
      assertThat(report.findings()).isEmpty();
      assertThat(report.inputs()).isEqualTo(inputs);
      assertThat(report.proved()).isTrue();
    }
  }

  private Map<String, Object> kafka() {
    return Map.of("bootstrap.servers", cluster.bootstrap());
  }
}
