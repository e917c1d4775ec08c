package dev.rota.shards.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.shards.model.LonePool;
import dev.rota.shards.model.ShardsFact;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One scenario of the vectors. After each step the invariants are checked, and the pool is rebuilt
 * from its rows and goes on from there.
 */
final class ScenarioRun {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonNode scenario;
  private final LonePool pool = new LonePool();

  ScenarioRun(JsonNode scenario, JsonNode defaults) {
    this.scenario = scenario;
    pool.take(Long.MIN_VALUE, VectorOps.policy(scenario.path("config"), defaults));
  }

  /** Runs to the end and gives the number of steps. */
  int run() {
    JsonNode steps = scenario.path("steps");
    assertThat(steps.size()).as("steps of %s", scenario.path("id")).isPositive();
    steps.forEach(this::step);
    return steps.size();
  }

  private void step(JsonNode step) {
    String op = step.get("op").asText();
    List<ShardsFact> facts =
        op.equals("restart")
            ? List.of()
            : pool.take(step.get("at").asLong(), VectorOps.input(op, step.path("args")));
    JsonNode expect = step.path("expect");
    checkOutputs(step, expect.path("out"), VectorOutputs.outputs(facts));
    if (expect.has("moves")) {
      JsonNode moves = JSON.valueToTree(VectorOutputs.moves(facts));
      assertThat(moves).as("moves of %s", step).isEqualTo(expect.get("moves"));
    }
    checkState(step, expect.path("state"));
    pool.rebuild();
    checkState(step, expect.path("state"));
  }

  /** All of them, in order; when each happened only where the vectors say it. */
  private static void checkOutputs(
      JsonNode step, JsonNode expected, List<Map<String, Object>> actual) {
    List<JsonNode> outputs = new ArrayList<>();
    for (int i = 0; i < actual.size(); i++) {
      ObjectNode output = JSON.valueToTree(actual.get(i));
      if (!expected.path(i).has("at")) {
        output.remove("at");
      }
      outputs.add(output);
    }
    List<JsonNode> all = new ArrayList<>();
    expected.forEach(all::add);
    assertThat(plain(outputs)).as("outputs of %s", step).isEqualTo(plain(all));
  }

  /** Numbers are numbers, whatever their width. */
  private static List<JsonNode> plain(List<JsonNode> nodes) {
    try {
      List<JsonNode> plain = new ArrayList<>();
      for (JsonNode node : nodes) {
        plain.add(JSON.readTree(JSON.writeValueAsString(node)));
      }
      return plain;
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalStateException("a node that is no JSON", e);
    }
  }

  private void checkState(JsonNode step, JsonNode expected) {
    List<JsonNode> actual = plain(List.of(JSON.valueToTree(VectorOutputs.state(pool))));
    List<String> differences = new ArrayList<>();
    compare("", expected, actual.get(0), differences);
    assertThat(differences).as("state after %s", step).isEmpty();
  }

  /** What the vectors say of a state is a part of it; lists are whole. */
  private static void compare(String path, JsonNode expected, JsonNode actual, List<String> to) {
    if (expected.isObject()) {
      expected
          .properties()
          .forEach(
              field ->
                  compare(
                      path + "/" + field.getKey(),
                      field.getValue(),
                      actual.path(field.getKey()),
                      to));
    } else if (!expected.isMissingNode() && !expected.equals(actual)) {
      to.add(path + " is " + actual + " instead of " + expected);
    }
  }
}
