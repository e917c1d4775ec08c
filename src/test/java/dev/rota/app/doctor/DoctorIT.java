package dev.rota.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.Ran;
import dev.rota.bots.BotsDomain;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.registry.Registry;
import dev.rota.road.stream.DomainStreams;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.stream.hold.HoldTopic;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.Patience;
import dev.rota.testing.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.SchemaBuilder;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rota doctor} on a cluster, before and after Rota is there, and with planted trouble. */
class DoctorIT {
  @TempDir private Path dir;

  private TestCluster cluster;
  private Admin admin;
  private final Map<String, String> variables = new HashMap<>(Patience.OF_COMMANDS);

  @BeforeEach
  void start() {
    cluster = TestCluster.start();
    admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()));
    variables.putAll(
        Map.of(
            "ROTA_HOME", "/nonexistent",
            "ROTA_BOOTSTRAP_SERVERS", cluster.bootstrap(),
            "ROTA_SCHEMA_REGISTRY_URL", cluster.registryUrl(),
            "ROTA_STATE_DIR", dir.resolve("state").toString()));
  }

  @AfterEach
  void stop() {
    admin.close();
    cluster.close();
  }

  @Test
  void anEmptyClusterLacksTopicsAndTheCommandsThatAreNamedMendIt() throws IOException {
    Ran before = doctor();
    assertThat(before.code()).as(before.out()).isEqualTo(1);
    assertThat(before.lines())
        .anyMatch(line -> line.matches("ok +cluster.reachable .*1 broker, cluster .+"))
        .anyMatch(
            line -> line.matches("fail +topics.plan bots .*the topic jobs does not exist; .*"))
        .anyMatch(line -> line.equals("        → rota topics create -b " + cluster.bootstrap()))
        .anyMatch(line -> line.matches("warn +group.members bots .* has no member: .*"))
        .anyMatch(line -> line.matches("unknown +rights bots .*rows-changelog: Kafka does not .*"))
        .anyMatch(line -> line.matches("ok +registry.schemas bots +0 schemas .* the other \\d+.*"))
        .anyMatch(line -> line.matches("ok +local.state-dir .* can be made: .*"));
    assertThat(dir).as("nothing is made").isEmptyDirectory();
    assertThat(topics()).as("nothing is made").noneMatch(topic -> topic.startsWith("bots"));

    variables.put("ROTA_REPLICATION_FACTOR", "3");
    assertThat(doctor().lines())
        .anyMatch(line -> line.matches("fail +topics.plan bots .*would not create jobs: .*"))
        .anyMatch(line -> line.contains("→ set --replication-factor to at most the number of"));
    variables.remove("ROTA_REPLICATION_FACTOR");

    create();
    Ran after = doctor();
    assertThat(after.code()).as(after.out()).isZero();
    assertThat(after.lines())
        .noneMatch(line -> line.startsWith("fail"))
        .anyMatch(line -> line.matches("ok +topics.plan bots +9 topics are as required"))
        .anyMatch(line -> line.matches("ok +local.clock .*"))
        .anyMatch(line -> line.matches("ok +group.owner bots +nobody has claimed .*"));
    assertThat(after.lines()).last().asString().contains("0 fail");
  }

  @Test
  void aTopicThatIsNotAsPlannedIsToldWithItsCommand() throws Exception {
    create();
    set("jobs", "retention.ms", "1000");
    set("bots-ledger", "cleanup.policy", "compact");
    set("bots-outcomes", "unclean.leader.election.enable", "true");
    admin.createPartitions(Map.of("bots-time", NewPartitions.increaseTo(6))).all().get();
    admin.deleteTopics(List.of("bots-dead-letters")).all().get();
    await().until(() -> !topics().contains("bots-dead-letters"));

    List<JsonNode> found = json(doctor("-o", "json"));
    assertThat(verdicts(found, "topics.plan")).contains("fail", "warn").doesNotContain("ok");
    assertThat(words(found, "topics.plan"))
        .anyMatch(what -> what.contains("the topic bots-dead-letters does not exist"))
        .anyMatch(what -> what.contains("jobs has retention.ms=1000, expected -1"))
        .anyMatch(what -> what.contains("bots-ledger has cleanup.policy=compact, expected delete"))
        .anyMatch(what -> what.contains("bots-ledger has 4 partitions, expected 6"))
        .anyMatch(what -> what.contains("unclean.leader.election.enable=true"));
    assertThat(found)
        .filteredOn(one -> one.path("what").asText().startsWith("jobs has retention"))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.path("domain").asText()).isEqualTo("bots");
              assertThat(one.path("mend").path(0).asText())
                  .startsWith("kafka-configs.sh --bootstrap-server " + cluster.bootstrap())
                  .endsWith("--entity-name jobs --add-config retention.ms=-1");
            });
    assertThat(found.get(found.size() - 1).path("summary").path("fail").asInt()).isPositive();
  }

  @Test
  void whatIsOutOfReachIsOneFaultAndAllElseIsLookedAt() throws IOException {
    Path file = Files.createFile(dir.resolve("file"));
    variables.put("ROTA_STATE_DIR", file.resolve("state").toString());
    String nobody = "127.0.0.1:" + Ports.free();

    Ran none = doctor("-b", nobody, "--registry", "http://" + nobody);
    assertThat(none.code()).as(none.err()).isEqualTo(1);
    assertThat(none.lines())
        .filteredOn(line -> line.startsWith("fail"))
        .satisfiesExactly(
            kafka -> assertThat(kafka).contains("cluster.reachable", nobody),
            state -> assertThat(state).contains("local.state-dir", file + " is a file"),
            registry -> assertThat(registry).contains("registry.reachable", nobody));
    assertThat(none.lines())
        .anyMatch(line -> line.matches("ok +local.sandbox .*"))
        .anyMatch(line -> line.startsWith("not looked at, because Kafka is out of reach: cluster."))
        .anyMatch(line -> line.contains("is out of reach: registry.schemas bots"))
        .noneMatch(line -> line.startsWith("unknown"));

    create();
    assertThat(doctor("--registry", cluster.registryUrl() + "/else").lines())
        .anyMatch(line -> line.matches("fail +registry.reachable .* is no schema registry.*"));
    Ran registry = doctor("--registry", "http://" + nobody);
    assertThat(registry.code()).isEqualTo(1);
    assertThat(registry.lines())
        .anyMatch(line -> line.matches("fail +registry.reachable .*"))
        .anyMatch(line -> line.matches("ok +topics.plan bots .*"));
  }

  @Test
  void aSchemaThatDoesNotFitIsNamed() throws IOException {
    create();
    try (Registry registry = Registry.at(cluster.registryUrl())) {
      registry.register(
          "jobs-value",
          SchemaBuilder.record("Another").fields().requiredString("name").endRecord());
    }
    List<JsonNode> found = json(doctor("-o", "json"));
    assertThat(verdicts(found, "registry.schemas")).contains("fail");
    assertThat(words(found, "registry.schemas"))
        .anyMatch(what -> what.startsWith("JobEvent of this release cannot be registered under"));
  }

  @Test
  void anEngineIsSeenWithItsPartitionsAndAnotherApplicationMayNotDecide() throws Exception {
    create();
    StreamsSettings config =
        new StreamsSettings(
            "rota",
            Map.of("bootstrap.servers", cluster.bootstrap()),
            Map.of(),
            ValueSerde.avro(Map.of("schema.registry.url", cluster.registryUrl())),
            dir.resolve("state"),
            1,
            Duration.ofMillis(100));
    try (DomainStreams engine = DomainStreams.start(new BotsDomain(), config)) {
      engine.awaitRunning(Patience.MAX);
      Ran ran = doctor();
      assertThat(ran.code()).as(ran.out()).isZero();
      assertThat(ran.lines())
          .anyMatch(line -> line.matches("ok +group.members bots .* has \\[0, 1, 2, 3\\]"))
          .anyMatch(line -> line.matches("ok +group.owner bots .*belongs to rota-bots, epoch 1"))
          .anyMatch(line -> line.matches("ok +rights bots +\\d+ rights of the role engine .*"))
          .anyMatch(line -> line.matches("ok +registry.schemas bots +\\d+ schemas .* registered"))
          .noneMatch(line -> line.startsWith("unknown"));
    }
    variables.put("ROTA_APPLICATION_ID", "green");
    Ran other = doctor();
    assertThat(other.code()).isEqualTo(1);
    assertThat(other.lines())
        .anyMatch(
            line -> line.matches("fail +group.owner bots .*belongs to .*application.id rota.*"))
        .anyMatch(line -> line.contains("→ rota ledger take bots --from rota"));
  }

  @Test
  void heldPartitionsAreNamedWithTheCommandThatReleasesThem() throws Exception {
    create();
    Map<String, Object> kafka = Map.of("bootstrap.servers", cluster.bootstrap());
    MissingTopics.create(admin, List.of(RequiredTopics.ofHolds("bots")), 4, (short) 1);
    new HoldTopic(kafka, "bots").hold(Set.of(1, 3), "rota-bots");
    assertThat(doctor().lines())
        .anyMatch(line -> line.matches("warn +group.holds bots +the partitions \\[1, 3\\] .*"))
        .anyMatch(line -> line.contains("→ rota release bots -b " + cluster.bootstrap()));
  }

  private void create() {
    Ran created = Ran.rota(variables, "", "topics", "create", "--domains", "bots");
    assertThat(created.code()).as(created.err()).isZero();
  }

  private void set(String topic, String setting, String value) throws Exception {
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    var change = new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET);
    admin.incrementalAlterConfigs(Map.of(resource, List.of(change))).all().get();
  }

  private Set<String> topics() throws IOException {
    try {
      return admin.listTopics().names().get();
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private Ran doctor(String... flags) {
    List<String> words = new ArrayList<>(List.of("doctor", "--domains", "bots"));
    Collections.addAll(words, "--timeout", Long.toString(Patience.MAX.toSeconds()));
    Collections.addAll(words, flags);
    return Ran.rota(variables, "", words.toArray(String[]::new));
  }

  private static List<JsonNode> json(Ran ran) throws IOException {
    List<JsonNode> all = new ArrayList<>();
    for (String line : ran.lines()) {
      all.add(new ObjectMapper().readTree(line));
    }
    return all;
  }

  private static List<String> verdicts(List<JsonNode> found, String check) {
    return values(found, check, "verdict");
  }

  private static List<String> words(List<JsonNode> found, String check) {
    return values(found, check, "what");
  }

  private static List<String> values(List<JsonNode> found, String check, String field) {
    return found.stream()
        .filter(one -> one.path("check").asText().equals(check))
        .map(one -> one.path(field).asText())
        .toList();
  }
}
