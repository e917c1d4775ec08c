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
import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.ledger.versions.RulesAdoption;
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
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many lanes on a real broker, most of them idle, one of them with a bug, and restarts. */
class ManyLanesIT {
  private static final int LANES = 10_000;
  private static final int OPEN = 500;
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
  void eachIsDecidedOverRestartsAndTheOneWithABugStopsNone() throws Exception {
    long now = System.currentTimeMillis();
    try (var producer = producer()) {
      for (int lane = 0; lane < LANES; lane++) {
        send(producer, lane, now, set("site-" + lane, "tea", 3_600_000));
      }
      send(producer, 7, now, set("site-7", FragileAlarms.POISON, 3_600_000));
    }
    try (DomainStreams streams = road()) {
      streams.awaitRunning(Patience.MAX);
      await().until(() -> audit().turns() == LANES + 1);
    }
    try (var producer = producer()) {
      for (int lane = 0; lane < LANES; lane += 10) {
        send(producer, lane, now + 1, set("site-" + lane, "egg", 5));
      }
      send(producer, 7, now + 1, set("site-7", "egg", 5));
      send(producer, 8, now + 1, set("site-8", FragileAlarms.ASSERTION, 5));
    }
    int inputs = LANES + 1 + LANES / 10 + 2;
    try (DomainStreams streams = road()) {
      streams.awaitRunning(Patience.MAX);
      // The eggs are due at once, and each lane that has one is asked for it.
      await().until(() -> audit().turns() == inputs + LANES / 10);
      assertThat(streams.failures().count()).isZero();
    }

    AuditReport report = audit();
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(report.lanes()).isEqualTo(LANES);
    assertThat(report.inputs()).isEqualTo(inputs);
    assertThat(report.deadLetters()).as("a lane set aside, and an assertion").isEqualTo(2);
    assertThat(report.faults()).isEqualTo(2);
  }

  private static void send(
      KafkaProducer<byte[], Object> producer, int lane, long atMillis, SpecificRecord record) {
    byte[] key = ("site-" + lane).getBytes(UTF_8);
    var _ = producer.send(new ProducerRecord<>(SETTINGS, null, atMillis, key, record));
  }

  private KafkaProducer<byte[], Object> producer() {
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", cluster.registryUrl()), false);
    return new KafkaProducer<>(kafka(), new ByteArraySerializer(), values);
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
            false,
            new TaskSettings(
                RequiredTopics.INPUT_BYTES_DEFAULT,
                Duration.ofMillis(100),
                new LaneLimits(OPEN, Duration.ofSeconds(1)),
                RulesAdoption.NEWEST,
                CheckpointSchedule.DEFAULT)));
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
