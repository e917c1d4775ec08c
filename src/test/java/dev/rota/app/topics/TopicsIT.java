package dev.rota.app.topics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.Ran;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.TopicSpec;
import dev.rota.testing.Patience;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TopicsIT {
  private TestCluster cluster;
  private Map<String, String> variables;

  @BeforeEach
  void start() {
    cluster = TestCluster.start();
    variables = new HashMap<>(Patience.OF_COMMANDS);
    variables.putAll(
        Map.of("ROTA_HOME", "/nonexistent", "ROTA_BOOTSTRAP_SERVERS", cluster.bootstrap()));
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void aDryRunSaysWhatItWouldDoAndDoesNothing() {
    Ran dry = rota("topics", "create", "--domains", "cores", "--dry-run");
    assertThat(dry.code()).isZero();
    assertThat(dry.out()).contains("would create claims (4 partitions", "retention.ms=-1");
    assertThat(rota("topics", "list").out()).contains("missing").doesNotContain("4 partitions");
    assertThat(rota("topics", "create", "--domains", "cores", "--dry-run", "-o", "json").out())
        .contains("{\"topic\":\"claims\",\"action\":\"would create\",\"partitions\":4}");
  }

  @Test
  void whatIsMissingIsCreatedOnceWithEquallyManyPartitions() {
    Ran first = rota("topics", "create", "--partitions", "3");
    assertThat(first.code()).isZero();
    assertThat(first.out()).contains("created cores-ledger (3 partitions");
    Ran second = rota("topics", "create");
    assertThat(second.code()).as(second.err()).isZero();
    assertThat(second.out()).contains("exists cores-ledger").doesNotContain("created");
    assertThat(rota("topics", "list").out()).contains("3 partitions").doesNotContain("missing");
    assertThat(rota("topics", "list", "--all", "-o", "json").out())
        .contains("{\"topic\":\"claims\",\"exists\":true,\"partitions\":3");
  }

  @Test
  void topicsThatAreNotAsTheyHaveToBeAreToldWithTheMendingCommand() {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      MissingTopics.create(admin, List.of(new TopicSpec("claims", true, Map.of())), 1, (short) 1);
      TopicSpec ledger = new TopicSpec("cores-ledger", false, Map.of("cleanup.policy", "compact"));
      MissingTopics.create(admin, List.of(ledger), 9, (short) 1);
    }
    Ran ran = rota("topics", "create", "--partitions", "4");
    assertThat(ran.code()).isEqualTo(78);
    assertThat(ran.err())
        .contains("claims has 1 partitions, expected 4")
        .contains("--alter --topic claims --partitions 4")
        .contains("rota topics create -b " + cluster.bootstrap() + " --partitions 9")
        .contains("cores-ledger has cleanup.policy=compact, expected delete")
        .contains("--entity-name cores-ledger --add-config cleanup.policy=delete");
  }

  @Test
  void aCheckSaysWhatRunWouldRefuse() {
    Ran none = rota("topics", "check", "--domains", "cores");
    assertThat(none.code()).isEqualTo(78);
    assertThat(none.err()).contains("the topic claims does not exist", "rota topics create -b ");
    rota("topics", "create", "--domains", "cores", "--partitions", "2");
    Ran good = rota("topics", "check", "--domains", "cores");
    assertThat(good.code()).as(good.err()).isZero();
    assertThat(good.out()).contains("as required cores-ledger");
    assertThat(rota("topics", "check", "--domains", "cores", "-o", "json").out())
        .contains("{\"topic\":\"cores-ledger\",\"action\":\"as required\"}");
  }

  @Test
  void whatIsCreatedIsKeptHoweverTheBrokersDefaultsAre() {
    assertThat(rota("topics", "create", "--domains", "chunks", "--dry-run").out())
        .contains(
            "retention.bytes=-1",
            "message.timestamp.type=CreateTime",
            "min.insync.replicas=1",
            "unclean.leader.election.enable=false");
    assertThat(
            rota(
                    "topics",
                    "create",
                    "--domains",
                    "chunks",
                    "--replication-factor",
                    "3",
                    "--dry-run")
                .out())
        .contains("min.insync.replicas=2")
        .doesNotContain("min.insync.replicas=1");
  }

  @Test
  void moreReplicasThanBrokersAreRefused() {
    Ran ran = rota("topics", "create", "--replication-factor", "3");
    assertThat(ran.code()).isEqualTo(78);
    assertThat(ran.err()).contains("--replication-factor");
  }

  @Test
  void anUnknownDomainIsAUsageErrorThatNamesTheKnown() {
    Ran ran = rota("topics", "create", "--domains", "coers");
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).contains("did you mean 'cores'");
  }

  @Test
  void theRightsNeededArePrintedAsCommands() {
    Ran ran = rota("topics", "acls", "--principal", "User:CN=rota");
    assertThat(ran.code()).isZero();
    assertThat(ran.lines())
        .anyMatch(line -> line.endsWith("'User:CN=rota' --operation Read --topic claims"))
        .anyMatch(line -> line.endsWith("--operation Write --topic cores-ledger"))
        .anyMatch(line -> line.endsWith("--operation Read --topic cores-ledger"))
        .anyMatch(line -> line.endsWith("--operation Read --topic cores-checkpoints"))
        .anyMatch(line -> line.endsWith("prefixed --operation Write --transactional-id rota-"))
        .noneMatch(line -> line.contains("--operation All"))
        .noneMatch(line -> line.endsWith("--operation Write --topic worker-events"));
    Map<String, String> executing = new HashMap<>(variables);
    executing.put("ROTA_EXECUTOR", "AccountMachine");
    assertThat(Ran.rota(executing, "", "topics", "acls", "--principal", "User:CN=rota").lines())
        .anyMatch(line -> line.endsWith("--operation Write --topic worker-events"))
        .anyMatch(line -> line.endsWith("--operation Read --topic shards-outcomes"));
  }

  @Test
  void aPrincipalIsACertificatesNameWhole() {
    assertThat(rota("topics", "acls", "--principal", "User:CN=r,OU=A\\, B,O=C's D").lines())
        .anyMatch(
            line -> line.contains("--allow-principal 'User:CN=r,OU=A\\, B,O=C'\\''s D' --op"));
    Ran ran = rota("topics", "acls", "--principal", "CN=rota");
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).contains("--principal 'User:CN=rota'");
  }

  private Ran rota(String... args) {
    return Ran.rota(variables, "", args);
  }
}
