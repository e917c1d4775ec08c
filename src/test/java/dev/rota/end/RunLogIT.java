package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.faults.EngineProcess;
import dev.rota.lab.embedded.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code rota run} tells whoever reads its log. */
class RunLogIT {
  private static final String CLAIM =
      """
      {"topic":"claims","key":"lonely","value":{"chain":"lonely","para":2000,"collator":"alice"}}
      """;

  private TestCluster cluster;

  @TempDir private Path dir;

  @BeforeEach
  void start() {
    cluster = TestCluster.start();
    assertThat(cluster("", "topics", "create", "--partitions", "3").exit()).isZero();
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void ownLinesTellPartitionsWithTheirTimesAndKafkasAreInAFile() throws Exception {
    Path state = dir.resolve("state");
    // With two threads, one may have all partitions for a moment and then share them.
    try (EngineProcess engine = engine(state, Map.of("ROTA_THREADS", "1")).ready()) {
      claim();
      assertThat(engine.terminate()).isEqualTo(143);
      List<String> lines = engine.errors().lines().toList();
      assertThat(lines)
          .isNotEmpty()
          .allMatch(line -> line.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z .*"))
          .noneMatch(line -> line.contains("o.a.k."))
          .anyMatch(line -> line.endsWith("cores: partitions gained: 0-2"))
          .anyMatch(line -> line.contains("stopping on a signal"))
          .anyMatch(line -> line.contains("cores: stopped"));
    }
    try (Stream<Path> logs = Files.list(state.resolve("logs"))) {
      Path log = logs.findFirst().orElseThrow();
      assertThat(Files.readString(log)).contains("org.apache.kafka.", "cores: partitions gained");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "streams"})
  void stateThatIsLostIsRestoredAndToldAsJsonBeforeItIsReady(String protocol) throws Exception {
    Map<String, String> variables =
        Map.of(
            "ROTA_LOG_FORMAT", "json",
            "ROTA_GROUP_PROTOCOL", protocol,
            // Two may share the partitions in two steps, of which the second is after it is ready.
            "ROTA_THREADS", "1");
    claim();
    try (EngineProcess engine = engine(dir.resolve("one"), variables).ready()) {
      await().until(() -> decided());
      engine.terminate();
    }
    try (EngineProcess engine = engine(dir.resolve("other"), variables).ready()) {
      engine.terminate();
      List<String> told = new ArrayList<>();
      List<String> domains = new ArrayList<>();
      for (String line : engine.errors().lines().toList()) {
        JsonNode json = new ObjectMapper().readTree(line);
        assertThat(Instant.parse(json.path("time").asText())).isAfter(Instant.EPOCH);
        told.add(json.path("message").asText());
        domains.add(json.path("domain").asText());
      }
      // What no checkpoint has handed over is replayed.
      int restored = index(told, "cores[:,] partition \\d: its rows .*, .*");
      int gained = index(told, "cores: partitions gained: .*");
      int ready = index(told, "runs against .*");
      assertThat(restored).as("%s", told).isNotNegative().isLessThan(ready);
      assertThat(gained).as("%s", told).isNotNegative().isLessThan(ready);
      assertThat(domains.get(gained)).isEqualTo("cores");
    }
  }

  private static int index(List<String> lines, String like) {
    return lines.indexOf(lines.stream().filter(line -> line.matches(like)).findFirst().orElse(""));
  }

  private boolean decided() {
    return cluster("", "consume", "cores-ledger").out().contains("lonely");
  }

  private void claim() {
    CommandLine sent = cluster(CLAIM, "produce");
    assertThat(sent.exit()).as(sent.err()).isZero();
  }

  private CommandLine cluster(String in, String... words) {
    Map<String, String> variables =
        Map.of(
            "ROTA_BOOTSTRAP_SERVERS", cluster.bootstrap(),
            "ROTA_SCHEMA_REGISTRY_URL", cluster.registryUrl());
    return CommandLine.run(variables, in, words);
  }

  private EngineProcess engine(Path state, Map<String, String> variables) throws IOException {
    return EngineProcess.start(
        "cores", cluster.bootstrap(), cluster.registryUrl(), state, variables);
  }
}
