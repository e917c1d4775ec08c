package dev.rota.app.top;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.follower.FollowerClient;
import dev.rota.app.show.GrowthRate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** All lanes of the domains that are followed, those with most items that wait first. */
final class AllLanesView implements TopView {
  private static final int LANES_MAX = 1_000;
  private static final int LANES_MIN = 2;

  /** Lines of a domain beside its lanes. */
  private static final int FRAME = 4;

  /** Null: all. */
  private final String domain;

  private final Map<String, GrowthRate> rates = new HashMap<>();

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
  public List<String> lines(JsonNode said, int room, long nowMillis, long nowNanos) {
    int most = room / Math.max(1, said.path("domains").size()) - FRAME;
    if (most < LANES_MIN) {
      return summary(said, nowNanos);
    }
    List<String> lines = new ArrayList<>();
    for (JsonNode one : said.path("domains")) {
      lines.add(head(one, nowNanos));
      lines.addAll(HealthFindings.lines(one));
      lines.addAll(lanes(one, most, nowMillis, nowNanos));
      if (one.path("more").asBoolean()) {
        lines.add("only the first " + LANES_MAX + " lanes by name are shown");
      }
      lines.add("");
    }
    return lines.isEmpty() ? List.of("No domain is followed there.") : lines;
  }

  /** Where there is no room for lanes: a row a domain. */
  private List<String> summary(JsonNode said, long nowNanos) {
    TextGrid grid =
        new TextGrid(
            List.of(
                "DOMAIN", "LANES", "TURNS", "TURNS/S", "WAITS", "ASSIGNED", "LEDGER", "VERIFIED"));
    List<String> findings = new ArrayList<>();
    for (JsonNode one : said.path("domains")) {
      String name = one.path("domain").asText();
      grid.row(
          List.of(
              name,
              one.path("more").asBoolean()
                  ? one.path("lanes").asText()
                  : Integer.toString(named(one).size()),
              one.path("turns").asText(),
              rate(name, one.path("turns").asLong(), nowNanos),
              sum(one, "waiting", "waits"),
              sum(one, "busy", "assigned"),
              HealthFindings.reading(one, one.path("behindRecords").asLong()),
              ProofText.of(one)));
      findings.addAll(HealthFindings.lines(one));
    }
    List<String> lines = new ArrayList<>(grid.lines(Integer.MAX_VALUE));
    lines.addAll(findings);
    lines.add("");
    return lines;
  }

  /** Of the lanes that have figures; unknown if not all lanes were told. */
  private static String sum(JsonNode domain, String number, String what) {
    long sum = 0;
    String unit = null;
    for (JsonNode row : named(domain)) {
      JsonNode figures = row.path("figures");
      sum += figures.path(number).asLong();
      unit = figures.path(what).asText(unit);
    }
    return unit == null || domain.path("more").asBoolean() ? "-" : sum + " " + unit;
  }

  private String head(JsonNode one, long nowNanos) {
    String name = one.path("domain").asText();
    long behind = one.path("behindRecords").asLong();
    return "%s: %d lanes, %d turns, %s turns/s, %s, %s"
        .formatted(
            name,
            one.path("lanes").asLong(),
            one.path("turns").asLong(),
            rate(name, one.path("turns").asLong(), nowNanos),
            HealthFindings.reading(one, behind),
            ProofText.of(one));
  }

  private List<String> lanes(JsonNode one, int most, long nowMillis, long nowNanos) {
    List<JsonNode> rows = named(one);
    if (rows.isEmpty()) {
      return List.of("no lane has taken a turn yet");
    }
    rows.sort((a, b) -> Long.compare(waiting(b), waiting(a)));
    TextGrid grid =
        new TextGrid(
            List.of("LANE", "TURN", "TURNS/S", "WAITS", "ASSIGNED", "LAST TURN", "VERIFIED"));
    String name = one.path("domain").asText();
    for (JsonNode row : rows) {
      String lane = row.path("lane").asText();
      long turn = row.path("turn").asLong();
      grid.row(
          List.of(
              lane,
              Long.toString(turn),
              rate(name + "/" + lane, turn, nowNanos),
              figure(row, "waiting", "waits"),
              figure(row, "busy", "assigned"),
              RelativeTimeText.of(Instant.parse(row.path("at").asText()).toEpochMilli(), nowMillis),
              ProofText.of(row)));
    }
    return grid.lines(most);
  }

  /** The told lanes without the partition's own. */
  private static List<JsonNode> named(JsonNode one) {
    List<JsonNode> rows = new ArrayList<>();
    one.path("rows").forEach(rows::add);
    rows.removeIf(row -> row.path("lane").asText().startsWith("~"));
    return rows;
  }

  private static long waiting(JsonNode row) {
    return row.path("figures").path("waiting").asLong();
  }

  private static String figure(JsonNode row, String number, String what) {
    JsonNode figures = row.path("figures");
    return figures.isObject()
        ? figures.path(number).asLong() + " " + figures.path(what).asText()
        : "set aside";
  }

  /** A rate needs two looks. */
  private String rate(String of, long turns, long nowNanos) {
    boolean first = !rates.containsKey(of);
    double now = rates.computeIfAbsent(of, unused -> new GrowthRate()).perSecond(nowNanos, turns);
    return first ? "-" : String.format(Locale.ROOT, "%.1f", now);
  }
}
