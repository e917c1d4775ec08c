package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.testing.Vectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs every vector of a folder through the rules, once for each of its readings: those kept here,
 * or with {@code -Drota.vectors=DIR} any others in the same format.
 */
class BotsConformanceTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Tally TOTAL = new Tally();

  /** How much has passed. Another writer's locks are told as bots and jobs out of sight. */
  private static final class Tally {
    private int scenarios;
    private int steps;

    synchronized void add(int moreSteps) {
      scenarios++;
      steps += moreSteps;
    }

    @Override
    public String toString() {
      return scenarios + " scenarios (one per reading), " + steps + " steps passed, 0 skipped";
    }
  }

  @TestFactory
  Stream<DynamicContainer> everyVectorPasses() throws IOException {
    return Vectors.files("bots").stream().map(BotsConformanceTest::container);
  }

  @AfterAll
  static void tell() {
    System.out.println("bots conformance: " + TOTAL);
  }

  private static DynamicContainer container(Path file) {
    JsonNode vectors = read(file);
    Tally tally = new Tally();
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode scenario : vectors.path("scenarios")) {
      for (JsonNode reading : scenario.path("readings")) {
        tests.add(scenario(scenario, vectors.path("defaults"), reading.asText(), tally));
      }
    }
    tests.add(DynamicTest.dynamicTest("tells its tally", () -> tell(file, tally)));
    return DynamicContainer.dynamicContainer(file.getFileName().toString(), tests);
  }

  private static void tell(Path file, Tally tally) {
    System.out.println("bots conformance: " + file.getFileName() + ": " + tally);
    assertThat(tally.scenarios).as("scenarios that passed in %s", file).isPositive();
  }

  private static JsonNode read(Path file) {
    try {
      return JSON.readTree(file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the vectors of " + file, e);
    }
  }

  private static DynamicTest scenario(
      JsonNode scenario, JsonNode defaults, String reading, Tally tally) {
    String name = scenario.path("id").asText() + " " + reading + ": ";
    return DynamicTest.dynamicTest(
        name + scenario.path("title").asText(),
        () -> {
          int steps = new ScenarioRun(scenario, defaults, reading).run();
          tally.add(steps);
          TOTAL.add(steps);
        });
  }
}
