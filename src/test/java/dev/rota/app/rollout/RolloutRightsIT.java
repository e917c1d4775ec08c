package dev.rota.app.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.app.Ran;
import dev.rota.bots.BotsDomain;
import dev.rota.lab.embedded.SecuredCluster;
import dev.rota.lab.embedded.SecuredCluster.Access;
import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.stream.DomainStreams;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.RightsTable;
import dev.rota.road.topics.rights.TopicRole;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A follower's rights suffice for the plan; what needs more is unknown, with its right. */
class RolloutRightsIT {
  private static final String USER = "follower";
  private static final BotsDomain BOTS = new BotsDomain();
  private static final String JOB =
      """
      {"topic":"jobs","key":"builds","value":{"grid":"builds","event":{"Submitted":{"job":"j1","instance":"main"}}}}
      """;
  private static final Map<TopicPartition, OffsetSpec> LEDGER =
      Map.of(
          new TopicPartition("bots-ledger", 0), OffsetSpec.latest(),
          new TopicPartition("bots-ledger", 1), OffsetSpec.latest());

  @TempDir private Path dir;

  @Test
  void whatMayNotBeSeenIsUnknownAndTheGroupIsNeeded() throws Exception {
    try (SecuredCluster cluster = SecuredCluster.start(dir, Access.PASSWORD, USER)) {
      MissingTopics.create(cluster.admin(), RequiredTopics.withKept(BOTS), 2, (short) 1);
      List<AccessRight> rights = RightsTable.of(TopicRole.FOLLOWER, BOTS, "rota");
      cluster.grant(USER, rights);
      StreamsSettings config =
          new StreamsSettings(
              "rota",
              cluster.client("admin"),
              Map.of(),
              Map.of("schema.registry.url", cluster.registryUrl()),
              AvroSerializer.class.getName(),
              AvroDeserializer.class.getName(),
              dir.resolve("state"),
              1,
              Duration.ofMillis(100));
      try (DomainStreams engine = DomainStreams.start(BOTS, config)) {
        engine.awaitRunning(Patience.MAX);
        decide(cluster);
        Ran plan = rollout(cluster);
        assertThat(plan.code()).as(plan.out() + plan.err()).isZero();
        assertThat(plan.lines())
            .anyMatch(line -> line.equals("bots: 1 engine to restart, one by one"))
            .anyMatch(line -> line.startsWith("  partition 1  at least"))
            .anyMatch(line -> line.matches("ok +rollout.health bots .*"))
            .noneMatch(line -> line.startsWith("fail"));

        cluster.revoke(
            USER,
            rights.stream()
                .filter(one -> one.name().equals("bots-ledger"))
                .filter(one -> one.operation() == AclOperation.READ)
                .findFirst()
                .orElseThrow());
        cluster.grant(
            USER,
            List.of(
                new AccessRight(
                    "bots",
                    ResourceType.TOPIC,
                    "bots-ledger",
                    false,
                    "bots-ledger",
                    AclOperation.DESCRIBE,
                    false)));
        assertThat(rollout(cluster).lines())
            .anyMatch(
                line -> line.matches("unknown +rollout.known bots .* Read on topic bots-led.*"))
            .anyMatch(line -> line.matches(".* lanes +nobody knows which"));

        cluster.revoke(
            USER,
            rights.stream()
                .filter(one -> one.resource() == ResourceType.GROUP)
                .findFirst()
                .orElseThrow());
        Ran refused = rollout(cluster);
        assertThat(refused.code()).as(refused.out()).isEqualTo(77);
        assertThat(refused.err()).contains("Describe on group", "kafka-acls.sh");
      }
    }
  }

  /** There is a turn that may be read or not. */
  private static void decide(SecuredCluster cluster) throws Exception {
    String admin = cluster.config("admin").toString();
    Ran sent = Ran.rota(Patience.OF_COMMANDS, JOB, "produce", "--config", admin);
    assertThat(sent.code()).as(sent.err()).isZero();
    await()
        .until(
            () ->
                cluster.admin().listOffsets(LEDGER).all().get().values().stream()
                        .mapToLong(one -> one.offset())
                        .sum()
                    > 0);
  }

  private static Ran rollout(SecuredCluster cluster) throws IOException {
    Map<String, String> variables = new HashMap<>(Patience.OF_COMMANDS);
    variables.put("ROTA_HOME", "/nonexistent");
    String limit = Long.toString(Patience.MAX.toSeconds());
    String config = cluster.config(USER).toString();
    return Ran.rota(variables, "", "rollout", "bots", "--timeout", limit, "--config", config);
  }
}
