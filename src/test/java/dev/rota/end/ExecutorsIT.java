package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.workers.ExecutorJar;
import dev.rota.executor.StateDiff;
import dev.rota.faults.EngineProcess;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.shards.ShardsDomain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who executes what, in processes as a user starts them: nobody unless told, the toy what it was
 * asked for, and a user's own executor from a jar that is made here.
 */
class ExecutorsIT {
  private static final String TRANSACTION =
      """
      {"topic":"shard-transactions","key":"%s","value":{"pool":"%1$s","shard":"0xa","id":"%s",\
      "payload":"0x00"}}
      """;

  @TempDir private Path dir;

  @Test
  void aClusterExecutesNothingUntilAnExecutorIsNamed() throws Exception {
    Path jar = ExecutorJar.documented(dir);
    try (TestCluster cluster = TestCluster.start();
        EngineProcess engine = engine(cluster, "engine", Map.of())) {
      engine.ready();
      String[] where = {"-b", cluster.bootstrap(), "--registry", cluster.registryUrl()};
      send(where, "mine", "t1");
      send(where, "other", "t1");
      for (String pool : List.of("mine", "other")) {
        await().until(() -> !told(where, pool).isEmpty());
        assertThatItWaitsForAWorker(where, pool);
      }
      assertThat(engine.errors()).contains("nothing executes transactions here");
      assertThat(Committed.records(cluster.bootstrap(), "worker-events")).isEmpty();

      Map<String, String> own =
          Map.of(
              "ROTA_EXECUTOR", "Counter",
              "ROTA_EXECUTOR_PATH", jar.toString(),
              "ROTA_EXECUTOR_POOLS", "mine");
      try (EngineProcess executing = engine(cluster, "executing", own)) {
        executing.ready();
        assertThat(executing.errors()).contains("Counter executes mine");
        awaitBlock(where, "mine", "-Counter");
        send(where, "mine", "t2");
        await().until(() -> blocks(where, "mine").size() == 2);
        assertThat(count(blocks(where, "mine").get(1))).isEqualTo("2");
        assertThat(poolsWithWorkers(cluster.bootstrap())).containsExactly("mine");
        assertThat(executing.terminate()).as(executing.errors()).isEqualTo(143);
      }
      assertThatItWaitsForAWorker(where, "other");
    }
  }

  @Test
  void aDemonstrationExecutesItsOwnPoolsAndOthersAreThoseOfWhoeverAsked() throws Exception {
    Path jar = ExecutorJar.documented(dir);
    try (DevProcess dev =
        DevProcess.start(
            dir,
            words(
                "--domains shards --demo --lanes 1 --kafka-port 0 --registry-port 0 --http-port 0",
                "--executor",
                "Counter",
                "--executor-path",
                jar.toString(),
                "--executor-pools",
                "mine"))) {
      JsonNode ready = dev.ready();
      String bootstrap = ready.path("bootstrap").asText();
      String[] where = {"-b", bootstrap, "--registry", ready.path("registry").asText()};
      send(where, "other", "t1");
      await().until(() -> !told(where, "other").isEmpty());
      send(where, "mine", "t1");
      awaitBlock(where, "mine", "-Counter");
      awaitBlock(where, "mainnet", "-demo");
      assertThatItWaitsForAWorker(where, "other");
      assertThat(poolsWithWorkers(bootstrap)).containsExactly("mainnet", "mine");
      assertThat(dev.terminate()).as(dev.errors()).isEqualTo(143);
    }
  }

  @Test
  void theToyExecutesEveryPoolForWhoeverAsksForIt() throws Exception {
    try (DevProcess dev =
        DevProcess.start(
            dir,
            words(
                "--domains shards --kafka-port 0 --registry-port 0 --http-port 0",
                "--executor",
                "AccountMachine"))) {
      JsonNode ready = dev.ready();
      String[] where = {
        "-b", ready.path("bootstrap").asText(), "--registry", ready.path("registry").asText()
      };
      send(where, "mine", "t1");
      awaitBlock(where, "mine", "-AccountMachine");
      assertThat(blocks(where, "mine").get(0).path("failed"))
          .as("a payload that is none of its words")
          .hasSize(1);
      assertThat(dev.terminate()).as(dev.errors()).isEqualTo(143);
    }
  }

  private static String[] words(String flags, String... more) {
    return Stream.concat(Stream.of(flags.split(" ")), Stream.of(more)).toArray(String[]::new);
  }

  private EngineProcess engine(TestCluster cluster, String name, Map<String, String> variables)
      throws IOException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      MissingTopics.create(admin, RequiredTopics.of(new ShardsDomain()), 2, (short) 1);
    }
    return EngineProcess.start(
        "shards", cluster.bootstrap(), cluster.registryUrl(), dir.resolve(name), variables);
  }

  private static void send(String[] where, String pool, String id) {
    String line = TRANSACTION.formatted(pool, id);
    CommandLine sent = CommandLine.run(Map.of(), line, words("produce", where));
    assertThat(sent.exit()).as(sent.err()).isZero();
  }

  /** What became of a pool's events, of this kind. */
  private static List<JsonNode> outcomes(String[] where, String pool, String kind) {
    CommandLine read = CommandLine.run(words("consume shards-outcomes --key " + pool, where));
    assertThat(read.exit()).as(read.err()).isZero();
    return read.out()
        .lines()
        .map(ExecutorsIT::json)
        .map(line -> line.path("value").path("event").path(kind))
        .filter(JsonNode::isObject)
        .toList();
  }

  private static JsonNode json(String line) {
    try {
      return new ObjectMapper().readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<JsonNode> told(String[] where, String pool) {
    return outcomes(where, pool, "TransactionOutcome");
  }

  private static List<JsonNode> blocks(String[] where, String pool) {
    return outcomes(where, pool, "ShardBlock");
  }

  private static void assertThatItWaitsForAWorker(String[] where, String pool) {
    assertThat(told(where, pool)).hasSize(1);
    assertThat(told(where, pool).get(0).path("outcome").asText()).isEqualTo("ACCEPTED");
    assertThat(told(where, pool).get(0).path("detail").asText()).contains("no worker is in");
    assertThat(blocks(where, pool)).isEmpty();
  }

  private static void awaitBlock(String[] where, String pool, String worker) {
    await().until(() -> !blocks(where, pool).isEmpty());
    assertThat(blocks(where, pool).get(0).path("worker").asText()).endsWith(worker);
  }

  /** What the executor of the documents has counted up to this block. */
  private static String count(JsonNode block) {
    byte[] diff = HexFormat.of().parseHex(block.path("stateDiff").asText().substring(2));
    return new String(StateDiff.of(diff).changes().get("count"), UTF_8);
  }

  private static Set<String> poolsWithWorkers(String bootstrap) {
    Set<String> pools = new TreeSet<>();
    Committed.records(bootstrap, "worker-events")
        .forEach(event -> pools.add(new String(event.key(), UTF_8)));
    return pools;
  }
}
