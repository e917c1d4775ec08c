package dev.rota.app.top;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.follower.FollowerClient;
import dev.rota.base.text.PrintableText;
import dev.rota.kernel.domain.Domain;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One lane: what waits, by reason, and what is in use. */
final class OneLaneView implements TopView {
  private static final int TURNS = 5;

  /** Findings have so much of the room: one part of three. */
  private static final int FINDINGS = 3;

  /** What stands before the last hour's sparkline. */
  private static final int HOUR = 25;

  /** The query that says what waits; {@link Domain#glance} names it first. */
  private static final String REASONS = "reasons";

  private final Domain domain;
  private final String lane;

  OneLaneView(Domain domain, String lane) {
    this.domain = domain;
    this.lane = lane;
  }

  @Override
  public JsonNode look(FollowerClient follower) {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    String name = domain.name();
    for (JsonNode one : follower.get(Map.of(), "v1", "domains").path("domains")) {
      if (one.path("domain").asText().equals(name)) {
        all.set("domain", one);
      }
    }
    for (String query : domain.glance()) {
      all.withObject("/answers")
          .set(query, follower.get(Map.of(), "v1", name, "lanes", lane, "queries", query));
    }
    all.set("trend", TrendFigures.ask(follower, "v1", name, "lanes", lane, "trend"));
    all.set(
        "turns",
        follower.get(Map.of("limit", TURNS), "v1", name, "lanes", lane, "turns").path("turns"));
    return all;
  }

  @Override
  public List<String> lines(JsonNode said, ScreenRoom room, long nowMillis, long nowNanos) {
    List<String> lines = new ArrayList<>();
    JsonNode last = said.path("turns").path(0);
    TrendFigures trend = new TrendFigures(said.path("trend"));
    lines.add(
        "%s %s: turn %d%s, %s turns/s"
            .formatted(
                domain.name(),
                lane,
                last.path("turn").asLong(),
                last.isMissingNode() ? "" : ", " + ago(last, nowMillis),
                trend.turnsPerSecond()));
    lines.add(standing(said));
    if (said.path("trend").isObject()) {
      lines.add(
          "waits: %s, oldest %s; assigned: %s"
              .formatted(trend.waiting(), trend.oldest(), trend.assigned()));
      lines.add("waited in the last hour: " + trend.hour(room.columns() - HOUR));
    }
    ScreenRoom first = new ScreenRoom(room.columns(), room.rows() / FINDINGS);
    lines.addAll(first.cut(HealthFindings.lines(List.of(said.path("domain")), room)));
    Map<String, List<String>> sections = new LinkedHashMap<>();
    AnswerLines answers = new AnswerLines(nowMillis, room.columns());
    for (Map.Entry<String, JsonNode> one : said.path("answers").properties()) {
      JsonNode answer = one.getValue().path("answer");
      sections.put(
          one.getKey(),
          one.getKey().equals(REASONS) && answer.isArray()
              ? reasons(answer, room, nowMillis)
              : answers.of(one.getKey(), answer));
    }
    sections.put("last turns", turns(said.path("turns"), room, nowMillis));
    lines.addAll(room.without(lines.size()).shared(sections));
    return room.cut(lines);
  }

  /** What any answer says of its lane, and how far the domain is followed. */
  private static String standing(JsonNode said) {
    JsonNode any =
        said.path("answers").elements().hasNext() ? said.path("answers").iterator().next() : null;
    String proof = any == null ? ProofText.of(said.path("domain")) : any.path("proof").asText();
    return proof + "; " + HealthFindings.reading(said.path("domain"));
  }

  /** In as many lines as they need, or a line each if those are many. */
  private List<String> reasons(JsonNode groups, ScreenRoom room, long nowMillis) {
    List<String> wrapped = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (JsonNode group : groups) {
      lines.add(reason(group, nowMillis));
      wrapped.addAll(room.wrapped(lines.get(lines.size() - 1)));
    }
    return lines.isEmpty()
        ? List.of("nothing waits")
        : wrapped.size() > room.rows() / 2 ? lines : wrapped;
  }

  /** Such as {@code 400 jobs, oldest 12 min (job-7): because no bot fits}. */
  private String reason(JsonNode group, long nowMillis) {
    String oldest = group.path("oldest").asText();
    long since = group.path("since").asLong();
    return group.path("waiting").asLong()
        + " "
        + domain.units().waits()
        + (group.hasNonNull("since")
            ? ", oldest " + RelativeTimeText.words(Math.max(0, nowMillis - since))
            : "")
        + (group.hasNonNull("oldest") ? " (" + PrintableText.line(oldest) + ")" : "")
        + ": "
        + (group.hasNonNull("reason")
            ? PrintableText.line(group.path("reason").asText())
            : "younger ones, which were not asked about");
  }

  private static List<String> turns(JsonNode turns, ScreenRoom room, long nowMillis) {
    TextGrid grid = new TextGrid(List.of("TURN", "WHEN", "INPUT", "OUTPUTS", "REASON"));
    for (JsonNode one : turns) {
      String input = one.path("input").asText("null");
      grid.row(
          List.of(
              one.path("turn").asText(),
              ago(one, nowMillis),
              input.equals("null") ? one.path("kind").asText() : input,
              one.path("outputs").asText(),
              one.hasNonNull("reason") ? one.path("reason").asText() : ""));
    }
    return grid.lines(room.columns());
  }

  private static String ago(JsonNode turn, long nowMillis) {
    return RelativeTimeText.of(Instant.parse(turn.path("at").asText()).toEpochMilli(), nowMillis);
  }
}
