package dev.rota.road.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.kernel.ledger.versions.UnknownRules;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.readers.audit.AuditCount;
import dev.rota.readers.audit.AuditReport;
import dev.rota.readers.audit.DomainAudit;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.testing.AlarmRecords;
import dev.rota.testing.OlderWords;
import dev.rota.testing.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Two programs, of which one knows later rules, run the same domain one after the other. Records of
 * the later rules have fields that those of the older ones lack.
 */
@Execution(ExecutionMode.CONCURRENT)
class VersionsIT {
  private static final DomainCard<AlarmState, AlarmInput, AlarmFact> OLD = OlderWords.first();
  private static final DomainCard<AlarmState, AlarmInput, AlarmFact> NEW = OlderWords.second();
  private static final int LANES = 7;

  @TempDir private Path state;
  @TempDir private Path elsewhere;

  private TestCluster cluster;
  private Admin admin;
  private int sent;

  @BeforeEach
  void start() {
    cluster = TestCluster.start();
    admin = Admin.create(kafka());
    MissingTopics.create(admin, RequiredTopics.of(OLD), 2, (short) 1);
  }

  @AfterEach
  void stop() {
    admin.close(Duration.ZERO);
    cluster.close();
  }

  @Test
  void aDomainIsRolledForwardAndBackUntilItsLanesAdopt() throws Exception {
    decides(OLD, RulesAdoption.NEWEST);
    decides(NEW, RulesAdoption.HOLD);
    decides(OLD, RulesAdoption.NEWEST);
    assertThat(audit(OLD).proved()).isTrue();

    decides(NEW, RulesAdoption.NEWEST);
    AuditReport report = audit(NEW);
    assertThat(report.proved()).isTrue();
    assertThat(report.total(AuditCount.ADOPTIONS)).isEqualTo(LANES);
    assertThat(audit(OLD).otherRules().unknown()).containsExactly(2);

    refuses(state);
    refuses(elsewhere); // its rows come from the changelog
    decides(NEW, RulesAdoption.HOLD);
    assertThat(audit(NEW).proved()).isTrue();
  }

  private void decides(
      DomainCard<AlarmState, AlarmInput, AlarmFact> program, RulesAdoption adoption)
      throws Exception {
    try (DomainStreams streams = start(program, adoption, state)) {
      streams.awaitRunning(Patience.MAX);
      send(2 * LANES);
      await().failFast(() -> streams.stopped().isDone()).until(() -> audit(NEW).inputs() == sent);
    }
  }

  private void refuses(Path dir) throws Exception {
    DomainStreams streams = start(OLD, RulesAdoption.NEWEST, dir);
    try (streams) {
      await().until(() -> streams.stopped().isDone());
      assertThatThrownBy(() -> streams.stopped().join())
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(UnfitCluster.class)
          .hasRootCauseInstanceOf(UnknownRules.class)
          .hasMessageContainingAll(
              "of alarms is decided by rules 2, which are not known here",
              "this program knows rules up to 1",
              "Install the release that adopted them");
    }
    // A process would end now. Here a thread that still ends keeps the directory.
    await().until(() -> streams.state().hasCompletedShutdown());
  }

  private DomainStreams start(
      DomainCard<AlarmState, AlarmInput, AlarmFact> program, RulesAdoption adoption, Path dir) {
    StreamsSettings settings =
        new StreamsSettings(
            "rota",
            kafka(),
            Map.of(),
            ValueSerde.avro(Map.of("schema.registry.url", cluster.registryUrl())),
            dir,
            1,
            false,
            new TaskSettings(
                RequiredTopics.INPUT_BYTES_DEFAULT,
                Duration.ofMillis(100),
                LaneLimits.DEFAULT,
                adoption,
                CheckpointSchedule.DEFAULT));
    return DomainStreams.start(program, settings);
  }

  private void send(int count) {
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", cluster.registryUrl()), false);
    try (KafkaProducer<byte[], Object> producer =
        new KafkaProducer<>(kafka(), new ByteArraySerializer(), values)) {
      for (int i = 0; i < count; i++, sent++) {
        String lane = "site-" + sent % LANES;
        var _ =
            producer.send(
                new ProducerRecord<>(
                    "alarm-settings",
                    null,
                    1_700_000_000_000L + sent,
                    lane.getBytes(UTF_8),
                    AlarmRecords.set(lane, "tea", 1L << 40)));
      }
    }
  }

  private AuditReport audit(DomainCard<AlarmState, AlarmInput, AlarmFact> program)
      throws InterruptedException {
    try (var audit = new DomainAudit(program, kafka())) {
      return audit.run(1);
    }
  }

  private Map<String, Object> kafka() {
    return Map.of("bootstrap.servers", cluster.bootstrap());
  }
}
