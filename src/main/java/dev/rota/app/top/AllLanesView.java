package dev.rota.app.top;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.follower.FollowerClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The domains that are followed: what is not well, a row for each, and lanes as room is left. */
final class AllLanesView implements TopView {
  private static final int LANES_MAX = 1_000;

  /** A sparkline with its scale is not shorter, or there is none. */
  private static final int HOUR_MIN = 18;

  /** Null: all. */
  private final String domain;

  private final LaneRows lanes = new LaneRows();

  AllLanesView(String domain) {
    this.domain = domain;
  }

  @Override
  public JsonNode look(FollowerClient follower) {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    for (JsonNode one : follower.get(Map.of(), "v1", "domains").path("domains")) {
      String name = one.path("domain").asText();
      if (domain == null || domain.equals(name)) {
        JsonNode lanes = follower.get(Map.of("limit", LANES_MAX), "v1", name, "lanes");
        ObjectNode told = one.deepCopy();
        told.set("trend", TrendFigures.ask(follower, "v1", name, "trend"));
        told.set("rows", lanes.path("lanes"));
        told.put("more", !lanes.path("next").isNull());
        all.withArray("domains").add(told);
      }
    }
    if (domain != null && all.isEmpty()) {
      throw new CommandFailure(
          ExitCode.NOT_FOUND,
          "the domain '" + domain + "' is not followed at " + follower.url(),
          "the follower was started for others",
          "start 'rota follow " + domain + "', or pass its address with --url");
    }
    return all;
  }

  @Override
  public List<String> lines(JsonNode said, ScreenRoom room, long nowMillis, long nowNanos) {
    if (said.path("domains").isEmpty()) {
      return List.of("No domain is followed there.");
    }
    List<String> wrong = HealthFindings.lines(said.path("domains"), room);
    List<String> table = domains(said, room.columns());
    table.addAll(standings(said, room));
    List<String> lines = new ArrayList<>();
    if (!wrong.isEmpty()) {
      // A line for the gap, and one that tells of lanes.
      lines.addAll(room.without(table.size() + 2).cut(wrong));
      lines.add("");
    }
    lines.addAll(table);
    lines.addAll(lanes.lines(said, room.without(lines.size()), nowMillis, nowNanos));
    return room.cut(lines);
  }

  private static List<String> domains(JsonNode said, int columns) {
    List<String> heads = List.of("DOMAIN", "WAITS", "OLDEST", "ASSIGNED", "TURNS/S");
    TextGrid figures = new TextGrid(heads);
    List<TrendFigures> trends = new ArrayList<>();
    for (JsonNode one : said.path("domains")) {
      TrendFigures trend = new TrendFigures(one.path("trend"));
      trends.add(trend);
      figures.row(
          List.of(
              one.path("domain").asText(),
              trend.waiting(),
              trend.oldest(),
              trend.assigned(),
              trend.turnsPerSecond()));
    }
    int width = columns - figures.width() - 2;
    if (width >= HOUR_MIN) {
      figures.column("LAST HOUR", trends.stream().map(trend -> trend.hour(width)).toList());
    }
    return figures.lines(columns);
  }

  /** How far the domains are read and verified; those that stand alike together. */
  private static List<String> standings(JsonNode said, ScreenRoom room) {
    Map<String, List<String>> alike = new LinkedHashMap<>();
    for (JsonNode one : said.path("domains")) {
      alike
          .computeIfAbsent(
              HealthFindings.reading(one) + ", " + ProofText.of(one), _ -> new ArrayList<>())
          .add(one.path("domain").asText());
    }
    List<String> lines = new ArrayList<>();
    alike.forEach(
        (text, names) -> lines.addAll(room.wrapped(String.join(", ", names) + ": " + text)));
    return lines;
  }
}
