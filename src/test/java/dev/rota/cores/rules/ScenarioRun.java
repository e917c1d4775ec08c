package dev.rota.cores.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.cores.model.Chain;
import dev.rota.cores.queries.CoresQueries;
import dev.rota.kernel.domain.QueryArguments;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;

/**
 * One scenario of the vectors. After each step the chain is rebuilt from its rows and goes on from
 * there, and what is always true is checked, unless the scenario wrote into the state itself.
 */
final class ScenarioRun {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonNode scenario;
  private final Chain chain = new Chain();
  private final VectorOps ops = new VectorOps(chain);
  private boolean lawful = true;

  ScenarioRun(JsonNode scenario, String rules) {
    this.scenario = scenario;
    ObjectNode config =
        scenario.path("config").isObject()
            ? scenario.get("config").deepCopy()
            : JSON.createObjectNode();
    if (!config.has("rules")) {
      config.put("rules", rules);
    }
    ops.setConfig(config);
  }

  /** Runs to the end and gives the number of steps. */
  int run() {
    JsonNode steps = scenario.path("steps");
    assertThat(steps.size()).as("steps of %s", scenario.path("name")).isPositive();
    for (int i = 0; i < steps.size(); i++) {
      step(i, steps.get(i));
    }
    return steps.size();
  }

  private void step(int number, JsonNode step) {
    String op = step.get("op").asText();
    String where = scenario.path("name").asText() + ", step " + number + ", " + step;
    JsonNode before = state();
    Object answer =
        ops.perform(op, step.path("args").isObject() ? step.get("args") : JSON.createObjectNode());
    SoftAssertions soft = new SoftAssertions();
    JsonNode expect = step.path("expect");
    boolean panics = expect.path("upstream_panics").asBoolean();
    soft.assertThat(VectorOps.ABORTED.equals(answer)).as("aborts: %s", where).isEqualTo(panics);
    for (Map.Entry<String, JsonNode> key : expect.properties()) {
      check(soft, key.getKey(), key.getValue(), answer, where);
    }
    if (step.has("state")) {
      soft.assertThat(state()).as("state: %s", where).isEqualTo(step.get("state"));
    }
    if (panics) {
      soft.assertThat(state()).as("unchanged: %s", where).isEqualTo(before);
    }
    soft.assertAll();
    lawful &= !op.equals("inject") && !op.equals("set_config") && !op.equals("set_block");
    if (lawful && !panics) {
      chain.checkInvariants();
    }
    chain.rebuild();
  }

  private void check(
      SoftAssertions soft, String key, JsonNode expected, Object answer, String where) {
    JsonNode state = state();
    JsonNode actual =
        switch (key) {
          case "result" -> tree(answer);
          case "scheduled",
              "queue",
              "claim_index",
              "next_core_offset",
              "cores",
              "groups",
              "session_start_block",
              "block" ->
              state.get(key);
          case "state" -> state;
          case "scheduled_len" -> tree(state.get("scheduled").size());
          case "cores_len" -> tree(state.get("cores").size());
          case "queue_len" -> tree(state.get("queue").size());
          case "groups_len" -> tree(state.get("groups").size());
          case "claim_index_len" -> tree(state.get("claim_index").size());
          case "scheduled_groups" -> tree(state.get("scheduled").findValues("group"));
          case "group_sizes" -> tree(groupSizes());
          case "core_is_occupied" -> occupied(expected);
          case "upstream_panics", "note" -> expected;
          default -> throw new IllegalArgumentException("the vectors expect the unknown " + key);
        };
    soft.assertThat(actual).as("%s: %s", key, where).isEqualTo(expected);
  }

  private int[] groupSizes() {
    return chain.state().session().groups().lists().stream()
        .mapToInt(java.util.List::size)
        .toArray();
  }

  private JsonNode occupied(JsonNode asked) {
    ObjectNode answer = JSON.createObjectNode();
    asked
        .fieldNames()
        .forEachRemaining(
            core -> answer.put(core, chain.state().occupant(Integer.parseInt(core)) != null));
    return answer;
  }

  private JsonNode state() {
    return tree(
        CoresQueries.all().get("state").answer(chain.state(), new QueryArguments(Map.of())));
  }

  private static JsonNode tree(Object answer) {
    try {
      return JSON.readTree(JSON.writeValueAsString(answer));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the answer " + answer + " is not JSON", e);
    }
  }
}
