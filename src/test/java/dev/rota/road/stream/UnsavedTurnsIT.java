package dev.rota.road.stream;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.readers.audit.AuditReport;
import dev.rota.readers.audit.DomainAudit;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.FragileAlarms;
import dev.rota.testing.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A turn over which the rules fail only when its lane is saved, which is at the page's end. */
class UnsavedTurnsIT {
  private static final int INPUTS = 300;
  private static final DomainCard<AlarmState, AlarmInput, AlarmFact> ALARMS =
      new FragileAlarms().domain();

  @TempDir private Path state;
  private TestCluster cluster;

  @BeforeEach
  void start() {
    cluster = TestCluster.start();
    try (Admin admin = Admin.create(kafka())) {
      MissingTopics.create(admin, RequiredTopics.of(ALARMS), 1, (short) 1);
    }
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void itIsADeadLetterAndNeitherItsPageNorTheLanesBesideItAreLost() throws Exception {
    send();
    try (DomainStreams streams = road()) {
      streams.awaitRunning(Patience.MAX);
      await().until(() -> audit().inputs() >= INPUTS);
      assertThat(streams.failures().count()).as("threads replaced").isOne();
    }
    // The next owner decides the tail again, with the turn that failed.
    try (DomainStreams streams = road()) {
      streams.awaitRunning(Patience.MAX);
      assertThat(streams.failures().count()).isZero();
    }

    AuditReport report = audit();
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(report.inputs()).isEqualTo(INPUTS);
    assertThat(report.deadLetters()).isOne();
    assertThat(report.faults()).isOne();
  }

  private void send() {
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", cluster.registryUrl()), false);
    long now = System.currentTimeMillis();
    try (KafkaProducer<byte[], Object> producer =
        new KafkaProducer<>(kafka(), new ByteArraySerializer(), values)) {
      for (int i = 0; i < INPUTS; i++) {
        String lane = "site-" + i % 3;
        String id = i == INPUTS / 2 ? FragileAlarms.UNSAVABLE : "tea-" + i;
        var _ =
            producer.send(
                new ProducerRecord<>(
                    SETTINGS, null, now, lane.getBytes(UTF_8), set(lane, id, 3_600_000)));
      }
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
