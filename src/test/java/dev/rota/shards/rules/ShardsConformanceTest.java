package dev.rota.shards.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.testing.Vectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs every vector of a folder through the rules: those kept here, or with {@code
 * -Drota.vectors=DIR} any others in the same format.
 */
class ShardsConformanceTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final AtomicInteger SCENARIOS = new AtomicInteger();
  private static final AtomicInteger STEPS = new AtomicInteger();

  @TestFactory
  Stream<DynamicContainer> everyVectorPasses() throws IOException {
    return Vectors.files("shards").stream().map(ShardsConformanceTest::container);
  }

  @AfterAll
  static void tell() {
    System.out.println(
        "shards conformance: "
            + SCENARIOS.get()
            + " scenarios, "
            + STEPS.get()
            + " steps passed, 0 skipped");
  }

  private static DynamicContainer container(Path file) {
    JsonNode vectors = read(file);
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode scenario : vectors.path("scenarios")) {
      tests.add(scenario(scenario, vectors.path("defaults")));
    }
    assertThat(tests).as("scenarios in %s", file).isNotEmpty();
    return DynamicContainer.dynamicContainer(file.getFileName().toString(), tests);
  }

  private static JsonNode read(Path file) {
    try {
      return JSON.readTree(file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the vectors of " + file, e);
    }
  }

  private static DynamicTest scenario(JsonNode scenario, JsonNode defaults) {
    return DynamicTest.dynamicTest(
        scenario.path("id").asText() + ": " + scenario.path("title").asText(),
        () -> {
          STEPS.addAndGet(new ScenarioRun(scenario, defaults).run());
          SCENARIOS.incrementAndGet();
        });
  }
}
