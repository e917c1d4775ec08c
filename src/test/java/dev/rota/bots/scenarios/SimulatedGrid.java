package dev.rota.bots.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.app.Ran;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Plays lines to one grid, as {@code rota simulate} does, and tells the decisions in words. */
final class SimulatedGrid {
  private static final ObjectMapper JSON = new ObjectMapper();

  private SimulatedGrid() {}

  /** A line for each decision and answer, in order. */
  static List<String> told(String... lines) {
    Ran ran =
        Ran.rota(Map.of("ROTA_HOME", "/nonexistent"), String.join("\n", lines), "simulate", "bots");
    assertThat(ran.code()).as(ran.err()).isZero();
    return ran.lines().stream().map(SimulatedGrid::word).toList();
  }

  static String policy(String fields) {
    return input("bots-policies", 0, fields);
  }

  static String beat(long at, String fields) {
    return input("bot-heartbeats", at, fields);
  }

  static String submitted(long at, String fields) {
    return input("jobs", at, "\"event\":{\"Submitted\":{" + fields + "}}");
  }

  /** Time passes: the operation is unknown. */
  static String later(long at) {
    return input("jobs", at, "\"event\":{\"Cancelled\":{\"operation\":\"nobody\"}}");
  }

  static String query(String name, String args) {
    return "{\"query\":\"" + name + "\",\"key\":\"g\",\"args\":{" + args + "}}";
  }

  private static String input(String topic, long at, String fields) {
    return "{\"topic\":\""
        + topic
        + "\",\"key\":\"g\",\"timestamp\":"
        + at
        + ",\"value\":{\"grid\":\"g\""
        + (fields.isEmpty() ? "" : "," + fields)
        + "}}";
  }

  private static String word(String line) {
    try {
      JsonNode node = JSON.readTree(line);
      return node.has("query")
          ? node.get("query").asText() + " " + node.get("answer")
          : record(node.get("value"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String record(JsonNode value) {
    long at = value.get("at").asLong();
    if (!value.has("event")) {
      return at
          + " "
          + text(value, "state")
          + " "
          + text(value, "job")
          + " on "
          + text(value, "bot");
    }
    JsonNode event = value.get("event").elements().next();
    String of =
        event.has("bot")
            ? " bot " + text(event, "bot")
            : event.has("job") ? " job " + text(event, "job") : " policy";
    String reason = event.get("reason").isNull() ? "" : " " + text(event, "reason");
    return at + of + " " + text(event, "outcome") + reason;
  }

  private static String text(JsonNode of, String field) {
    return of.get(field).asText();
  }
}
