package dev.rota.app.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.Ran;
import dev.rota.cores.CoresDomain;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.road.stream.past.ClaimTopic;
import dev.rota.road.stream.past.OwnerClaim;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.Patience;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A ledger is handed over from the command line: {@code rota ledger take}. */
class LedgerTakeIT {
  private static final CoresDomain CORES = new CoresDomain();
  private static final Map<TopicPartition, OffsetAndMetadata> READ =
      Map.of(
          new TopicPartition("claims", 0), new OffsetAndMetadata(7),
          new TopicPartition("claims", 1), new OffsetAndMetadata(5),
          new TopicPartition("block-events", 1), new OffsetAndMetadata(40));

  private TestCluster cluster;
  private Admin admin;
  private ClaimTopic claims;
  private OwnerClaim blue;

  @BeforeEach
  void start() throws Exception {
    cluster = TestCluster.start();
    Map<String, Object> kafka = Map.of("bootstrap.servers", cluster.bootstrap());
    admin = Admin.create(kafka);
    MissingTopics.create(admin, RequiredTopics.of(CORES), 2, (short) 1);
    MissingTopics.create(admin, List.of(RequiredTopics.ofOwners("cores")), 1, (short) 1);
    claims = new ClaimTopic(kafka, "cores");
    String here = admin.describeCluster().clusterId().get();
    blue = claims.claim(new OwnerClaim("blue-cores", here, 1));
    admin.alterConsumerGroupOffsets("blue-cores", READ).all().get();
  }

  @AfterEach
  void stop() {
    admin.close();
    cluster.close();
  }

  private Ran take(String... flags) {
    List<String> words = new ArrayList<>(List.of("ledger", "take", "cores"));
    Collections.addAll(words, "-b", cluster.bootstrap());
    Collections.addAll(words, flags);
    Map<String, String> variables = new HashMap<>(Patience.OF_COMMANDS);
    variables.put("ROTA_HOME", "/nonexistent");
    return Ran.rota(variables, "", words.toArray(String[]::new));
  }

  @Test
  void itIsSaidFirstAndThenDone() throws Exception {
    Ran said = take("--from", "blue", "--application-id", "green");
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out())
        .contains("cores: not taken over yet", "green would go on where blue stopped; add --yes");
    assertThat(claims.standing()).isEqualTo(blue);

    Ran done = take("--from", "blue", "--application-id", "green", "--yes", "-o", "json");
    assertThat(done.code()).as(done.err()).isZero();
    JsonNode told = new ObjectMapper().readTree(done.out());
    assertThat(told.get("taken").asBoolean()).isTrue();
    assertThat(told.get("to").asText()).isEqualTo("green");
    assertThat(told.get("epoch").asLong()).isEqualTo(2);
    assertThat(claims.standing()).isEqualTo(new OwnerClaim("green-cores", blue.cluster(), 2));
    var offsets =
        admin.listConsumerGroupOffsets("green-cores").partitionsToOffsetAndMetadata().get();
    assertThat(offsets).isEqualTo(READ);
  }

  @Test
  void whatCannotBeTakenStaysAndSaysWhy() {
    Ran wrong = take("--from", "red", "--application-id", "green", "--yes");
    assertThat(wrong.code()).isEqualTo(78);
    assertThat(wrong.err())
        .contains("cores-ledger belongs to the group blue-cores, not to red-cores");
    assertThat(take("--application-id", "green", "--yes").code()).isEqualTo(2);
    assertThat(claims.standing()).isEqualTo(blue);
  }
}
