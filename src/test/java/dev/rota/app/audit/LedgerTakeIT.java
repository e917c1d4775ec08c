package dev.rota.app.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.Ran;
import dev.rota.base.book.DocBlock;
import dev.rota.bots.BotsDomain;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.road.stream.past.ClaimTopic;
import dev.rota.road.stream.past.OwnerClaim;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ledger is handed over from the command line: {@code rota ledger take}. */
class LedgerTakeIT {
  private static final BotsDomain BOTS = new BotsDomain();
  private static final Map<TopicPartition, OffsetAndMetadata> READ =
      Map.of(
          new TopicPartition("jobs", 0), new OffsetAndMetadata(7),
          new TopicPartition("jobs", 1), new OffsetAndMetadata(5),
          new TopicPartition("bot-heartbeats", 1), new OffsetAndMetadata(40));

  @TempDir private Path dir;
  private TestCluster cluster;
  private Admin admin;
  private ClaimTopic claims;
  private OwnerClaim old;

  @BeforeEach
  void start() throws Exception {
    cluster = TestCluster.start();
    Map<String, Object> kafka = Map.of("bootstrap.servers", cluster.bootstrap());
    admin = Admin.create(kafka);
    MissingTopics.create(admin, RequiredTopics.of(BOTS), 2, (short) 1);
    MissingTopics.create(admin, List.of(RequiredTopics.ofOwners("bots")), 1, (short) 1);
    claims = new ClaimTopic(kafka, "bots");
    String here = admin.describeCluster().clusterId().get();
    old = claims.claim(new OwnerClaim("old-bots", here, 1));
    admin.alterConsumerGroupOffsets("old-bots", READ).all().get();
  }

  @AfterEach
  void stop() {
    admin.close();
    cluster.close();
  }

  private Ran take(String... flags) {
    List<String> words = new ArrayList<>(List.of("ledger", "take", "bots"));
    Collections.addAll(words, "-b", cluster.bootstrap());
    Collections.addAll(words, flags);
    return ran(words);
  }

  /** The commands of the page, beside this cluster. */
  private List<List<String>> asWritten() throws IOException {
    String config = "bootstrap.servers=" + cluster.bootstrap() + "\n";
    String file = Files.writeString(dir.resolve("FILE"), config).toString();
    DocBlock block = DocBlock.having(Path.of("docs/operations.md"), "ledger take");
    List<List<String>> commands = new ArrayList<>(block.commands());
    commands.replaceAll(words -> words.stream().map(w -> w.equals("FILE") ? file : w).toList());
    return commands;
  }

  private static Ran ran(List<String> words) {
    Map<String, String> variables = new HashMap<>(Patience.OF_COMMANDS);
    variables.put("ROTA_HOME", "/nonexistent");
    return Ran.rota(variables, "", words.toArray(String[]::new));
  }

  @Test
  void itIsSaidFirstAndThenDone() throws Exception {
    List<List<String>> commands = asWritten();
    assertThat(commands).hasSize(2);
    Ran said = ran(commands.get(0));
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.out())
        .contains("bots: not taken over yet", "new would continue where old stopped; add --yes");
    assertThat(claims.standing()).isEqualTo(old);

    Ran done = ran(Stream.concat(commands.get(1).stream(), Stream.of("-o", "json")).toList());
    assertThat(done.code()).as(done.err()).isZero();
    JsonNode told = new ObjectMapper().readTree(done.out());
    assertThat(told.get("taken").asBoolean()).isTrue();
    assertThat(told.get("to").asText()).isEqualTo("new");
    assertThat(told.get("epoch").asLong()).isEqualTo(2);
    assertThat(claims.standing()).isEqualTo(new OwnerClaim("new-bots", old.cluster(), 2));
    var offsets = admin.listConsumerGroupOffsets("new-bots").partitionsToOffsetAndMetadata().get();
    assertThat(offsets).isEqualTo(READ);
  }

  @Test
  void whatCannotBeTakenStaysAndSaysWhy() {
    Ran wrong = take("--from", "red", "--application-id", "new", "--yes");
    assertThat(wrong.code()).isEqualTo(78);
    assertThat(wrong.err()).contains("bots-ledger belongs to the group old-bots, not to red-bots");
    assertThat(take("--application-id", "new", "--yes").code()).isEqualTo(2);
    assertThat(claims.standing()).isEqualTo(old);
  }
}
