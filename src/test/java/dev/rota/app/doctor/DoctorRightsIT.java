package dev.rota.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.Ran;
import dev.rota.bots.BotsDomain;
import dev.rota.lab.embedded.SecuredCluster;
import dev.rota.lab.embedded.SecuredCluster.Access;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rota doctor} tries each right of a role, and names the commands that grant them. */
class DoctorRightsIT {
  private static final String USER = "engine";
  private static final BotsDomain BOTS = new BotsDomain();

  @TempDir private Path dir;

  private SecuredCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = SecuredCluster.start(dir, Access.PASSWORD, USER);
    MissingTopics.create(cluster.admin(), RequiredTopics.withKept(BOTS), 1, (short) 1);
  }

  @AfterEach
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void whatIsMissingIsNamedAndGrantedByTheCommands() throws Exception {
    List<AccessRight> rights = RightsTable.of(TopicRole.ENGINE, BOTS, "rota");
    cluster.grant(USER, rights);
    List<AccessRight> taken =
        rights.stream()
            .filter(
                one ->
                    one.toString().equals("Read on topic jobs")
                        || one.toString().equals("Read on topic bots-holds")
                        || one.toString().startsWith("Read on group")
                        || one.toString().startsWith("Write on transactional id"))
            .toList();
    assertThat(taken).hasSize(4);
    for (AccessRight one : taken) {
      cluster.revoke(USER, one);
    }

    Ran lacking = doctor("--role", "engine");
    assertThat(lacking.code()).as(lacking.out()).isEqualTo(1);
    assertThat(lacking.lines())
        .anyMatch(line -> line.matches("fail +rights bots +User:engine lacks Read on topic jobs"))
        .anyMatch(line -> line.matches("warn +rights bots .* lacks Read on topic bots-holds"))
        .anyMatch(line -> line.matches("fail +rights bots .* lacks Read on group rota-bots"))
        .anyMatch(line -> line.matches("fail +rights bots .* lacks Write on transactional id .*"))
        .anyMatch(
            line -> line.matches("unknown +cluster.auto-create .* DescribeConfigs on the cl.*"))
        .anyMatch(line -> line.matches("unknown +local.clock .* Describe on the cluster"));

    cluster.grant(commands(lacking));
    Ran granted = doctor("--role", "engine");
    assertThat(granted.code()).as(granted.out()).isZero();
    assertThat(granted.lines())
        .noneMatch(line -> line.startsWith("fail"))
        .anyMatch(line -> line.matches("ok +rights bots +\\d+ rights of the role engine .*"))
        .anyMatch(line -> line.matches("ok +local.clock .*"))
        .anyMatch(line -> line.matches("ok +cluster.transactions bots .*"))
        .anyMatch(line -> line.matches("ok +topics.plan bots .*"))
        .filteredOn(line -> line.startsWith("unknown"))
        .singleElement()
        .asString()
        .contains("rows-changelog: Kafka does not tell the rights on what does not exist");
  }

  @Test
  void whoMayDoNothingIsToldAllAndAnotherRoleNeedsOther() throws Exception {
    Ran none = doctor("--role", "notary");
    assertThat(none.code()).as(none.out()).isEqualTo(1);
    assertThat(none.lines())
        .anyMatch(line -> line.matches("ok +cluster.reachable .*"))
        .anyMatch(line -> line.matches("fail +rights bots .* lacks Read on topic bots-ledger"))
        .noneMatch(line -> line.matches("fail +rights .* jobs"));

    cluster.grant(
        USER, List.of(DoctorContext.right(ResourceType.TOPIC, "bots-ledger", AclOperation.READ)));
    assertThat(doctor("--role", "notary").lines())
        .anyMatch(line -> line.matches("ok +rights bots +1 rights of the role notary are there"));
  }

  @Test
  void aWrongPasswordIsOneFault() {
    Ran ran = doctor("-X", "sasl.mechanism=PLAIN");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.lines())
        .filteredOn(line -> line.startsWith("fail"))
        .singleElement()
        .asString()
        .contains("cluster.reachable", "Kafka authentication");
  }

  private static List<String> commands(Ran ran) {
    return ran.lines().stream()
        .filter(line -> line.contains("→ kafka-acls.sh"))
        .map(line -> line.substring(line.indexOf("kafka-acls.sh")))
        .distinct()
        .toList();
  }

  private Ran doctor(String... flags) {
    Map<String, String> variables = new HashMap<>(Patience.OF_COMMANDS);
    variables.put("ROTA_HOME", "/nonexistent");
    variables.put("ROTA_STATE_DIR", dir.resolve("state").toString());
    List<String> words = new ArrayList<>(List.of("doctor", "--domains", "bots"));
    words.addAll(List.of("--timeout", Long.toString(Patience.MAX.toSeconds())));
    words.addAll(List.of(flags));
    try {
      words.addAll(List.of("--config", cluster.config(USER).toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Ran.rota(variables, "", words.toArray(String[]::new));
  }
}
