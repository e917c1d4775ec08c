package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One scenario of the vectors in one reading. After each step the grid is rebuilt from its rows and
 * goes on from there.
 */
final class ScenarioRun {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonNode scenario;
  private final String reading;
  private final Grid grid = new Grid();
  private final VectorOps ops;
  private boolean lawful = true;

  ScenarioRun(JsonNode scenario, JsonNode defaults, String reading) {
    this.scenario = scenario;
    this.reading = reading;
    JsonNode own = scenario.path("config_" + reading);
    JsonNode config = own.isObject() ? own : scenario.path("config");
    VectorPolicy policy =
        new VectorPolicy(
            config.isObject() ? config : JSON.createObjectNode(), defaults, reading.equals("seed"));
    this.ops = new VectorOps(grid, policy);
  }

  /** Runs to the end and gives the number of steps. */
  int run() {
    int run = 0;
    for (JsonNode step : scenario.path("steps")) {
      if (!step.has("only") || step.get("only").toString().contains(reading)) {
        step(step);
        run++;
      }
    }
    assertThat(run).as("steps of %s", scenario.path("id")).isPositive();
    return run;
  }

  private void step(JsonNode step) {
    JsonNode args = step.path("args").isObject() ? step.get("args") : JSON.createObjectNode();
    Map<String, Object> answer =
        ops.perform(step.get("at").asLong(), step.get("op").asText(), args);
    JsonNode actual = JSON.valueToTree(answer);
    List<String> differences = new ArrayList<>();
    compare("", step.path("expect"), actual, differences);
    compare("", step.path("expect_" + reading), actual, differences);
    assertThat(differences).as("%s in %s answered %s", step, reading, actual).isEmpty();
    if (!step.path("expect").has("error") && !step.path("expect_" + reading).has("error")) {
      assertThat(answer).as("%s in %s", step, reading).doesNotContainKey("error");
    }
    // A charge that belongs to no lease is one that no rule makes.
    lawful &= !step.get("op").asText().equals("force_usage") && !args.has("race");
    if (lawful) {
      grid.checkInvariants();
    }
    grid.rebuild();
  }

  /** An expectation is a subset of the result. */
  private static void compare(String path, JsonNode expected, JsonNode actual, List<String> to) {
    if (expected.isMissingNode()) {
      return;
    }
    if (expected.has("absent")) {
      expect(actual.isMissingNode(), path, expected, actual, to);
    } else if (expected.has("any")) {
      boolean any = false;
      for (JsonNode one : expected.get("any")) {
        any |= one.equals(actual);
      }
      expect(any, path, expected, actual, to);
    } else if (expected.isObject() && actual.isNumber()) {
      boolean in =
          actual.asDouble() >= expected.path("min").asDouble(-Double.MAX_VALUE)
              && actual.asDouble() <= expected.path("max").asDouble(Double.MAX_VALUE);
      expect(in, path, expected, actual, to);
    } else if (expected.isObject()) {
      expected
          .properties()
          .forEach(
              field ->
                  compare(
                      path + "/" + field.getKey(),
                      field.getValue(),
                      actual.path(field.getKey()),
                      to));
    } else if (expected.isArray()) {
      expect(expected.size() == actual.size(), path, expected, actual, to);
      for (int i = 0; i < expected.size(); i++) {
        compare(path + "/" + i, expected.get(i), actual.path(i), to);
      }
    } else if (expected.isNumber()) {
      expect(
          actual.isNumber() && expected.asDouble() == actual.asDouble(),
          path,
          expected,
          actual,
          to);
    } else {
      expect(expected.equals(actual), path, expected, actual, to);
    }
  }

  private static void expect(
      boolean met, String path, JsonNode expected, JsonNode actual, List<String> to) {
    if (!met) {
      to.add(path + " is " + actual + " instead of " + expected);
    }
  }
}
