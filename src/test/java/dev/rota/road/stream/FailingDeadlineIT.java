package dev.rota.road.stream;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.jammed;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.lab.embedded.TestCluster;
import dev.rota.readers.audit.AuditReport;
import dev.rota.readers.audit.DomainAudit;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnHeaders;
import dev.rota.testing.Patience;
import dev.rota.testing.TestAlarms;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A deadline over which the rules fail, on a real broker, and its audit. */
class FailingDeadlineIT {
  private static final TestAlarms ALARMS = new TestAlarms();
  private static final String DEAD_LETTERS = "alarms-dead-letters";
  private static final long START_MILLIS = 1_700_000_000_000L;

  @TempDir private Path state;
  private TestCluster cluster;

  @BeforeEach
  void start() {
    cluster = TestCluster.start();
    createTopics();
  }

  private void createTopics() {
    try (Admin admin = Admin.create(kafka())) {
      MissingTopics.create(admin, RequiredTopics.of(ALARMS), 1, (short) 1);
    }
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void everyInputIsDecidedTheAuditProvesItAndHoldsTheDeadLetterToIt() throws Exception {
    send(jammed("home", "bell", 100), 0);
    send(set("home", "tea", 100), 0);
    send(set("home", "egg", 100), 500);
    send(set("home", "cake", 100), 1_000);
    try (DomainStreams streams = road()) {
      streams.awaitRunning(Patience.MAX);
      // Four outcomes and three rings; how many ticks that takes is the metronome's affair.
      await().until(() -> audit().outputs() >= 7);
    }

    AuditReport report = audit();
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(report.inputs()).isEqualTo(4);
    assertThat(report.faults()).isOne();
    assertThat(report.deadLetters()).isOne();
    assertThat(report.outputs()).isEqualTo(7);

    String turn = forge();
    assertThat(audit().findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.what()).contains("the deadline"))
        .satisfies(
            finding -> assertThat(turn).startsWith(finding.lane() + "/" + finding.turn() + "/"));
  }

  /** The dead letter, of the turn that is returned, names another deadline. */
  private String forge() throws Exception {
    var partition = new TopicPartition(DEAD_LETTERS, 0);
    try (var consumer =
            new KafkaConsumer<>(kafka(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        var producer =
            new KafkaProducer<>(kafka(), new ByteArraySerializer(), new ByteArraySerializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      var letter = consumer.poll(Patience.MAX).iterator().next();
      cluster.empty(List.of(DEAD_LETTERS), this::createTopics);
      byte[] other = new String(letter.value(), UTF_8).replace("bell", "gong").getBytes(UTF_8);
      producer
          .send(
              new ProducerRecord<>(
                  DEAD_LETTERS, 0, letter.timestamp(), letter.key(), other, letter.headers()))
          .get();
      return new String(letter.headers().lastHeader(TurnHeaders.TURN).value(), UTF_8);
    }
  }

  private void send(SpecificRecord record, long afterMillis) throws Exception {
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", cluster.registryUrl()), false);
    try (KafkaProducer<byte[], Object> producer =
        new KafkaProducer<>(kafka(), new ByteArraySerializer(), values)) {
      long millis = START_MILLIS + afterMillis;
      producer
          .send(new ProducerRecord<>(SETTINGS, null, millis, "home".getBytes(UTF_8), record))
          .get();
    }
  }

  private DomainStreams road() {
    return DomainStreams.start(
        ALARMS,
        new StreamsSettings(
            "rota",
            kafka(),
            Map.of(),
            ValueSerde.avro(Map.of("schema.registry.url", cluster.registryUrl())),
            state,
            1,
            Duration.ofMillis(100)));
  }

  private AuditReport audit() throws InterruptedException {
    try (var audit = new DomainAudit(ALARMS, kafka())) {
      return audit.run(1);
    }
  }

  private Map<String, Object> kafka() {
    return Map.of("bootstrap.servers", cluster.bootstrap());
  }
}
