package dev.rota.road.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rota.alarms.AlarmDomain;
import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.readers.audit.AuditReport;
import dev.rota.readers.audit.DomainAudit;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.testing.AlarmRecords;
import dev.rota.testing.DecidedInputs;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Topics that are not as they must be: at the start, and while the domain runs. */
@Execution(ExecutionMode.CONCURRENT)
class UnfitTopicsIT {
  private static final AlarmDomain ALARMS = new AlarmDomain();
  private static final String LEDGER = RequiredTopics.ledger(ALARMS.name());
  private static final String CHANGELOG = "rota-alarms-alarms-rows-changelog";

  /** A thread that asks for a topic that is gone does so for seconds, not for minutes. */
  private static final Map<String, Object> SOON_GIVES_UP =
      Map.of("producer.max.block.ms", 10_000, "task.timeout.ms", 10_000);

  @TempDir private Path state;

  private TestCluster cluster;
  private Admin admin;
  private int sent;

  @BeforeEach
  void start() {
    cluster = TestCluster.start();
    admin = Admin.create(kafka());
    MissingTopics.create(admin, RequiredTopics.of(ALARMS), 2, (short) 1);
  }

  @AfterEach
  void stop() {
    admin.close(Duration.ZERO);
    cluster.close();
  }

  /** A setting of a topic as it is found, and as it must be. */
  private record WrongSetting(String topic, String name, String found, String needed) {}

  private static final List<WrongSetting> WRONG =
      List.of(
          new WrongSetting("alarms-ledger", "cleanup.policy", "compact", "delete"),
          new WrongSetting("alarms-ledger", "retention.ms", "604800000", "-1"),
          new WrongSetting("alarms-ledger", "retention.bytes", "1000000", "-1"),
          new WrongSetting("alarms-ledger", "max.message.bytes", "1048588", "16777216"),
          new WrongSetting(
              "alarms-outcomes", "message.timestamp.type", "LogAppendTime", "CreateTime"),
          new WrongSetting(
              "alarm-settings", "message.timestamp.type", "LogAppendTime", "CreateTime"),
          new WrongSetting("alarm-settings", "retention.bytes", "1000000", "-1"),
          new WrongSetting("alarm-settings", "min.insync.replicas", "2", "1"));

  @Test
  void eachWrongSettingIsRefusedAtTheStartWithTheCommandThatMendsIt() throws Exception {
    for (WrongSetting wrong : WRONG) {
      set(wrong.topic, wrong.name, wrong.found);
      assertThatThrownBy(() -> start(false).close())
          .isInstanceOf(UnfitCluster.class)
          .hasMessageContainingAll(
              "alarms",
              "the topic " + wrong.topic + " has " + wrong.name + "=" + wrong.found,
              "must be " + wrong.needed,
              "kafka-configs.sh --bootstrap-server " + cluster.bootstrap(),
              "--entity-name " + wrong.topic + " --add-config " + wrong.name + "=" + wrong.needed);
      set(wrong.topic, wrong.name, wrong.needed);
    }
    road(false).close();
    assertThatRowsMayBeAsLargeAsOtherRecords();

    set("alarms-ledger", "retention.ms", "604800000");
    assertThatThrownBy(() -> start(false).close()).hasMessageContaining("history=trimmed");
    road(true).close();
  }

  private void assertThatRowsMayBeAsLargeAsOtherRecords() throws Exception {
    var changelog = new ConfigResource(ConfigResource.Type.TOPIC, CHANGELOG);
    var settings = admin.describeConfigs(List.of(changelog)).all().get().get(changelog);
    assertThat(settings.get("max.message.bytes").value()).isEqualTo("16777216");
    assertThat(settings.get("cleanup.policy").value()).isEqualTo("compact");
  }

  /** Each new thread would be refused as the one before. */
  @Test
  void aSessionTimeOutThatTheBrokersDoNotAllowStopsTheDomain() {
    Map<String, Object> session = Map.of("main.consumer.session.timeout.ms", 3_600_000);
    DomainStreams streams = DomainStreams.start(ALARMS, settings(false, session));
    try (streams) {
      await().until(() -> streams.stopped().isDone());
      assertThatThrownBy(() -> streams.stopped().join())
          .hasCauseInstanceOf(UnfitCluster.class)
          .hasMessageContainingAll("consumer.session.timeout.ms", "group.max.session.timeout.ms");
    }
  }

  @Test
  void whatChangesWhileItRunsStopsTheDomainAndNothingIsLost() throws Exception {
    aSettingThatDriftsStopsIt();
    anInputThatIsDeletedStopsIt();
    anInputThatIsDeletedAndMadeAnewStopsIt();
    rowsThatAreDeletedStopItAndAreRebuilt();
    partitionsThatAreAddedStopIt(); // nobody takes them away again
  }

  private void aSettingThatDriftsStopsIt() throws Exception {
    // Of a limit that is shorter than the records' age, the broker would delete them meanwhile.
    assertThatItStops(
        () -> set("alarms-ledger", "retention.ms", "9000000000000"),
        "the topic alarms-ledger has retention.ms=9000000000000",
        "--add-config retention.ms=-1");
    set("alarms-ledger", "retention.ms", "-1");
    decide(20);
  }

  private void anInputThatIsDeletedStopsIt() throws Exception {
    assertThatItStops(
        () -> admin.deleteTopics(List.of("alarm-cancels")).all().get(),
        "the topic alarm-cancels was deleted",
        "rota topics create --domains alarms -b " + cluster.bootstrap() + " --partitions 2");
    MissingTopics.create(admin, RequiredTopics.of(ALARMS), 2, (short) 1);
    decide(20);
  }

  private void anInputThatIsDeletedAndMadeAnewStopsIt() throws Exception {
    assertThatItStops(
        () ->
            cluster.empty(
                List.of("alarm-cancels"),
                () -> MissingTopics.create(admin, RequiredTopics.of(ALARMS), 2, (short) 1)),
        "the topic alarm-cancels was deleted");
    decide(20);
  }

  private void rowsThatAreDeletedStopItAndAreRebuilt() throws Exception {
    assertThatItStops(
        () -> admin.deleteTopics(List.of(CHANGELOG)).all().get(),
        "the topic " + CHANGELOG + " was deleted");
    decide(20);
  }

  private void partitionsThatAreAddedStopIt() throws Exception {
    assertThatItStops(
        () ->
            admin
                .createPartitions(Map.of("alarm-settings", NewPartitions.increaseTo(4)))
                .all()
                .get(),
        "the topic alarm-settings has 4 partitions",
        "lanes would move");
  }

  @Test
  void aStateDirectoryAndRowsThatAreLostWhileItIsStoppedAreRestored() throws Exception {
    decide(40);
    remove(state);
    assertThatNothingIsLost();
    for (boolean storesToo : new boolean[] {false, true}) {
      deleteRows(storesToo);
      assertThatNothingIsLost();
    }
  }

  @Test
  void rowsThatAreMadeAnewWhileItIsStoppedAreNoNewBeginning() throws Exception {
    decide(40);
    for (boolean storesToo : new boolean[] {false, true}) {
      deleteRows(storesToo);
      createRows();
      decide(20);
      // Half of the rows are in the new topic at best.
      remove(state);
      assertThatNothingIsLost();
    }
  }

  private void assertThatNothingIsLost() throws Exception {
    decide(20);
    assertThat(audit().proved()).isTrue();
  }

  @Test
  void aLedgerThatIsMadeAnewWhileItIsStoppedIsNotContinued() throws Exception {
    decide(40);
    cluster.empty(
        List.of("alarms-ledger"),
        () -> MissingTopics.create(admin, RequiredTopics.of(ALARMS), 2, (short) 1));
    assertThatThrownBy(() -> start(false).close())
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContaining("the ledger was deleted and recreated");
  }

  @Test
  void aLedgerThatIsMadeAnewWhileItIsWrittenIsNotContinued() throws Exception {
    DomainStreams streams = road(false);
    try (streams) {
      send(20);
      await().until(() -> DecidedInputs.count(admin, ALARMS) == sent);
      cluster.empty(
          List.of(LEDGER),
          () -> MissingTopics.create(admin, RequiredTopics.of(ALARMS), 2, (short) 1));
      send(20); // what is written until it is noticed has nothing before it
      await().until(() -> streams.stopped().isDone());
      assertThatThrownBy(() -> streams.stopped().join())
          .hasMessageContainingAll("the topic " + LEDGER, "Restore it from a backup");
    }
    await().until(() -> streams.state().hasCompletedShutdown());
    assertThatItIsRefused("deleted and recreated");
  }

  @Test
  void aLedgerThatExpiredIsNoNewBeginning() throws Exception {
    decide(40);
    expire();
    assertThatItIsRefused("whether others came after it cannot be known");
    deleteRows(true);
    assertThatItIsRefused("none of its pages is retained");
  }

  private void expire() throws Exception {
    Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
    for (int partition = 0; partition < 2; partition++) {
      all.put(new TopicPartition(LEDGER, partition), RecordsToDelete.beforeOffset(-1));
    }
    admin.deleteRecords(all).all().get();
  }

  private void assertThatItIsRefused(String words) throws Exception {
    DomainStreams streams;
    try {
      streams = start(true);
    } catch (UnfitCluster e) {
      assertThat(e).hasMessageContaining(words);
      return;
    }
    try (streams) {
      await().until(() -> streams.stopped().isDone());
      assertThatThrownBy(() -> streams.stopped().join())
          .hasCauseInstanceOf(UnfitCluster.class)
          .hasMessageContaining(words);
    }
    await().until(() -> streams.state().hasCompletedShutdown());
  }

  private void deleteRows(boolean storesToo) throws Exception {
    admin.deleteTopics(List.of(CHANGELOG)).all().get();
    await().until(() -> !admin.listTopics().names().get().contains(CHANGELOG));
    if (storesToo) {
      remove(state);
    }
  }

  private void createRows() throws Exception {
    NewTopic rows = new NewTopic(CHANGELOG, 2, (short) 1);
    rows.configs(Map.of("cleanup.policy", "compact", "max.message.bytes", "16777216"));
    admin.createTopics(List.of(rows)).all().get();
    MissingTopics.awaitLeaders(admin, List.of(rows));
  }

  private static void remove(Path dir) throws IOException {
    try (Stream<Path> paths = Files.walk(dir)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private interface Harm {
    void happen() throws Exception;
  }

  /** Decides some, is harmed, and stops by itself with these words. */
  private void assertThatItStops(Harm harm, String... words) throws Exception {
    DomainStreams streams = road(false);
    try (streams) {
      send(20);
      await().until(() -> DecidedInputs.count(admin, ALARMS) == sent);
      harm.happen();
      await().until(() -> streams.stopped().isDone());
      assertThatThrownBy(() -> streams.stopped().join())
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(UnfitCluster.class)
          .hasMessageContainingAll(words);
      assertThat(streams.trouble()).hasValueSatisfying(why -> assertThat(why).contains(words[0]));
    }
    // A process would end now. Here a thread that still asks for the topic keeps the directory.
    await().until(() -> streams.state().hasCompletedShutdown()); // also after an error
  }

  /** Each is a turn. An audit costs much: it is asked once all inputs are committed. */
  private void decide(int more) throws Exception {
    try (DomainStreams streams = road(false)) {
      send(more);
      await()
          .failFast(() -> streams.stopped().isDone())
          .until(() -> DecidedInputs.count(admin, ALARMS) == sent && turns() == sent);
    }
  }

  private long turns() throws InterruptedException {
    return audit().turns();
  }

  private DomainStreams road(boolean trimmed) throws Exception {
    DomainStreams streams = start(trimmed);
    streams.awaitRunning(Patience.MAX);
    return streams;
  }

  private DomainStreams start(boolean trimmed) {
    return DomainStreams.start(ALARMS, settings(trimmed, SOON_GIVES_UP));
  }

  private StreamsSettings settings(boolean trimmed, Map<String, Object> clients) {
    return new StreamsSettings(
        "rota",
        kafka(),
        clients,
        ValueSerde.avro(Map.of("schema.registry.url", cluster.registryUrl())),
        state,
        1,
        trimmed,
        new TaskSettings(
            RequiredTopics.INPUT_BYTES_DEFAULT,
            Duration.ofMillis(100),
            LaneLimits.DEFAULT,
            RulesAdoption.NEWEST,
            CheckpointSchedule.DEFAULT));
  }

  private void send(int count) {
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", cluster.registryUrl()), false);
    try (KafkaProducer<byte[], Object> producer =
        new KafkaProducer<>(kafka(), new ByteArraySerializer(), values)) {
      for (int i = 0; i < count; i++, sent++) {
        String lane = "site-" + sent % 7;
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

  private void set(String topic, String setting, String value) throws Exception {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    AlterConfigOp change =
        new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET);
    admin.incrementalAlterConfigs(Map.of(resource, List.of(change))).all().get();
    // The controller answers; the broker that is asked for settings may not have heard yet.
    await().until(() -> value(resource, setting).equals(value));
  }

  private AuditReport audit() throws InterruptedException {
    try (var audit = new DomainAudit(ALARMS, kafka())) {
      return audit.run(1);
    }
  }

  private Map<String, Object> kafka() {
    return Map.of("bootstrap.servers", cluster.bootstrap());
  }

  private String value(ConfigResource resource, String setting) throws Exception {
    return admin.describeConfigs(List.of(resource)).all().get().get(resource).get(setting).value();
  }
}
