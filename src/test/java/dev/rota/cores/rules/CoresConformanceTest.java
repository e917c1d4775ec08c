package dev.rota.cores.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cores.model.ShuffleVectors;
import dev.rota.testing.Vectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs every vector of a folder through the engine: those kept here, or with {@code
 * -Drota.vectors=DIR} any others in the same formats.
 */
class CoresConformanceTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Tally TOTAL = new Tally();

  /** How much has passed. */
  static final class Tally {
    private int scenarios;
    private int steps;
    private int shuffles;

    synchronized void add(int moreScenarios, int moreSteps, int moreShuffles) {
      scenarios += moreScenarios;
      steps += moreSteps;
      shuffles += moreShuffles;
    }

    @Override
    public String toString() {
      return scenarios + " scenarios, " + steps + " steps, " + shuffles + " shuffles passed";
    }
  }

  @TestFactory
  Stream<DynamicContainer> everyVectorPasses() throws IOException {
    return Vectors.files("cores").stream().map(CoresConformanceTest::container);
  }

  @AfterAll
  static void tell() {
    System.out.println("cores conformance: " + TOTAL);
  }

  private static DynamicContainer container(Path file) {
    JsonNode vectors = read(file);
    Tally tally = new Tally();
    Stream<DynamicTest> tests =
        Stream.concat(
            Stream.concat(
                scenarios(vectors, tally),
                ShuffleVectors.of(vectors).map(test -> shuffle(test, tally))),
            Stream.of(DynamicTest.dynamicTest("tells its tally", () -> tell(file, tally))));
    return DynamicContainer.dynamicContainer(file.getFileName().toString(), tests);
  }

  private static void tell(Path file, Tally tally) {
    System.out.println("cores conformance: " + file.getFileName() + ": " + tally);
    assertThat(tally.scenarios + tally.shuffles).as("vectors that passed in %s", file).isPositive();
  }

  private static JsonNode read(Path file) {
    try {
      return JSON.readTree(file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the vectors of " + file, e);
    }
  }

  private static Stream<DynamicTest> scenarios(JsonNode vectors, Tally tally) {
    String rules = vectors.path("rules").asText("RUNTIME");
    return Stream.iterate(0, i -> i < vectors.path("scenarios").size(), i -> i + 1)
        .map(i -> vectors.get("scenarios").get(i))
        .map(scenario -> scenario(scenario, rules, tally));
  }

  private static DynamicTest scenario(JsonNode scenario, String rules, Tally tally) {
    return DynamicTest.dynamicTest(
        scenario.path("name").asText("unnamed"),
        () -> {
          int steps = new ScenarioRun(scenario, rules).run();
          tally.add(1, steps, 0);
          TOTAL.add(1, steps, 0);
        });
  }

  private static DynamicTest shuffle(ShuffleVectors.Row row, Tally tally) {
    return DynamicTest.dynamicTest(
        row.name(),
        () -> {
          row.check().run();
          tally.add(0, 0, 1);
          TOTAL.add(0, 0, 1);
        });
  }
}
