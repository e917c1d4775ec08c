package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.chunks.ChunksDomain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A made-up network on a real broker: its workers ping, and its chunks are imported. */
class ImportChunksIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int CHUNKS = 230;
  private static final int WORKERS = 6;

  @TempDir private Path dir;

  @Test
  void whatIsImportedIsListedAndPlacedAndWhatIsWrongIsTold() throws Exception {
    List<String> inputs = new ArrayList<>();
    List<String> chunks = generated(inputs);
    try (DomainCluster cluster = new DomainCluster(new ChunksDomain(), 2)) {
      cluster.decide(
          dir.resolve("state"),
          1,
          () -> {
            produce(cluster, inputs);
            firstImportIsRight(cluster, chunks);
            anotherOneIsUnchanged(cluster, chunks);
            replaceLetsGoWhatTheFileDoesNotName(cluster, chunks);
            mistakesAreTold(cluster, chunks);
            aGenerationThatCannotBeIsTold(cluster);
            return true;
          });
      assertThat(CommandLine.run("audit", "chunks", "-b", cluster.bootstrap()).exit()).isZero();
    }
  }

  private void firstImportIsRight(DomainCluster cluster, List<String> chunks) throws IOException {
    List<String> mixed = new ArrayList<>(chunks); // datasets come in any order
    Collections.shuffle(mixed, new Random(1));
    JsonNode report = JSON.readTree(imported(cluster, 0, mixed, "--batch", "50").out());
    assertThat(report.path("ok").asBoolean()).isTrue();
    assertThat(report.path("chunks").asInt()).isEqualTo(CHUNKS);
    assertThat(report.path("added").asInt()).isEqualTo(CHUNKS);
    assertThat(report.path("datasets").asInt()).isEqualTo(3);
    assertThat(report.path("records").asInt()).isBetween(5, 8);
    assertThat(report.path("generation").asLong()).isPositive();
    assertThat(report.path("path").asText()).isIn("BATCH", "REPAIR");
    // Six workers have room for all of it: each holds every chunk.
    assertThat(report.path("copies").asInt()).isEqualTo(CHUNKS * WORKERS);
    assertThat(report.path("movedCopies").asInt()).isEqualTo(CHUNKS * WORKERS);
    assertThat(report.path("movedBytes").asLong()).isGreaterThan(CHUNKS * WORKERS * (50L << 20));
    assertThat(report.path("secondsToListed").asDouble()).isPositive();
    assertThat(report.path("secondsToGeneration").asDouble())
        .isGreaterThan(report.path("secondsToListed").asDouble());
  }

  private void anotherOneIsUnchanged(DomainCluster cluster, List<String> chunks)
      throws IOException {
    JsonNode report = JSON.readTree(imported(cluster, 0, chunks, "--limit", "20").out());
    assertThat(report.path("chunks").asInt()).isEqualTo(20);
    assertThat(report.path("unchanged").asInt()).isEqualTo(20);
    assertThat(report.path("generations").asInt()).isZero();
    assertThat(report.has("generation")).isFalse();
  }

  private void replaceLetsGoWhatTheFileDoesNotName(DomainCluster cluster, List<String> chunks)
      throws IOException {
    List<String> second = chunks.stream().filter(line -> line.contains("s3://chain-1")).toList();
    List<String> rest = second.subList(3, second.size());
    String[] replace = {"--replace", "--batch", "20"};
    JsonNode report = JSON.readTree(imported(cluster, 0, rest, replace).out());
    assertThat(report.path("records").asInt()).isGreaterThan(2);
    assertThat(report.path("unchanged").asInt()).isEqualTo(rest.size());
    assertThat(report.path("removed").asInt()).isEqualTo(3);
    assertThat(report.path("generations").asInt()).isEqualTo(1);
    assertThat(report.path("copies").asInt()).isEqualTo((CHUNKS - 3) * WORKERS);
    JsonNode again = JSON.readTree(imported(cluster, 0, second, replace).out());
    assertThat(again.path("added").asInt()).isEqualTo(3);
    assertThat(again.path("copies").asInt()).isEqualTo(CHUNKS * WORKERS);
  }

  private void mistakesAreTold(DomainCluster cluster, List<String> chunks) throws IOException {
    String blocks = "9999990000/9999990000-9999990999-00000000";
    String fresh = chunks.get(0).replaceAll("\\d{10}/\\d{10}-\\d{10}-[0-9a-f]{8}", blocks);
    String other = chunks.get(1).replaceAll("\"bytes\":\\d+", "\"bytes\":1");
    CommandLine refused = imported(cluster, 4, List.of(other, fresh));
    JsonNode report = JSON.readTree(refused.out());
    assertThat(report.path("ok").asBoolean()).isFalse();
    assertThat(report.path("refused").asInt()).isEqualTo(1);
    assertThat(report.path("added").asInt()).isEqualTo(1);
    assertThat(report.at("/refusals/0/reason").asText()).isEqualTo("CONFLICT");
    assertThat(report.at("/refusals/0/detail").asText()).contains("not 1");
    assertThat(report.path("copies").asInt()).isEqualTo((CHUNKS + 1) * WORKERS);

    String text =
        imported(cluster, 2, List.of(fresh, "{\"dataset\":7}", other), "-o", "text").out();
    assertThat(text)
        .contains("chunks: NOT ALL LISTED", "0 new, 1 unchanged, 1 refused")
        .contains("none: nothing waits for one", "1 lines could not be read", "CONFLICT");
    CommandLine bad = imported(cluster, 2, List.of(fresh, "{\"dataset\":7}"));
    assertThat(bad.err()).contains("\"line\":2", "dataset: is 7; expected a text");
  }

  private void aGenerationThatCannotBeIsTold(DomainCluster cluster) throws IOException {
    List<String> flood = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      flood.add("{\"dataset\":\"s3://flood\",\"id\":\"" + i + "\",\"size\":4294967295}");
    }
    JsonNode report = JSON.readTree(imported(cluster, 4, flood).out());
    assertThat(report.path("added").asInt()).isEqualTo(2000);
    assertThat(report.at("/generationRefused/reason").asText()).isEqualTo("NOT_ENOUGH_CAPACITY");
    assertThat(report.at("/generationRefused/detail").asText()).isNotEmpty();
  }

  /** The chunks as lines of a list; all other lines go to the inputs. */
  private static List<String> generated(List<String> inputs) throws IOException {
    CommandLine made =
        CommandLine.run(
            "generate",
            "chunks",
            "--chunks",
            Integer.toString(CHUNKS),
            "--workers",
            Integer.toString(WORKERS),
            "--datasets",
            "3",
            "--start",
            "now");
    assertThat(made.exit()).as(made.err()).isZero();
    List<String> chunks = new ArrayList<>();
    for (String line : made.out().lines().toList()) {
      JsonNode value = JSON.readTree(line).path("value");
      if (!value.has("dataset")) {
        inputs.add(line);
      }
      for (JsonNode chunk : value.path("added")) {
        chunks.add(
            JSON.createObjectNode()
                .put("dataset", value.path("dataset").asText())
                .put("chunk", chunk.path("chunk").asText())
                .put("bytes", chunk.path("bytes").asLong())
                .toString());
      }
    }
    return chunks;
  }

  private static void produce(DomainCluster cluster, List<String> lines) {
    CommandLine sent =
        CommandLine.run(
            Map.of(),
            String.join("\n", lines),
            "produce",
            "-b",
            cluster.bootstrap(),
            "--registry",
            cluster.registry());
    assertThat(sent.exit()).as(sent.err()).isZero();
  }

  private CommandLine imported(DomainCluster cluster, int exit, List<String> lines, String... more)
      throws IOException {
    Path file = Files.write(Files.createTempFile(dir, "chunks", ".jsonl"), lines);
    String[] words = {
      "import",
      "chunks",
      file.toString(),
      "-b",
      cluster.bootstrap(),
      "--registry",
      cluster.registry()
    };
    String[] format =
        Arrays.asList(more).contains("-o") ? new String[0] : new String[] {"-o", "json"};
    CommandLine ran =
        CommandLine.run(
            Stream.of(words, format, more).flatMap(Arrays::stream).toArray(String[]::new));
    assertThat(ran.exit()).as("%s %s", ran.out(), ran.err()).isEqualTo(exit);
    return ran;
  }
}
