package dev.rota.app.top;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.follower.FollowerClient;
import dev.rota.app.show.GrowthRate;
import dev.rota.kernel.domain.Domain;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One lane: what waits, and what is in use. */
final class OneLaneView implements TopView {
  private static final int TURNS = 5;
  private static final int ROWS_MIN = 3;

  /** Lines beside the answers. */
  private static final int FRAME = TURNS + 5;

  private final Domain<?, ?, ?> domain;
  private final String lane;
  private final GrowthRate rate = new GrowthRate();
  private boolean seen;

  OneLaneView(Domain<?, ?, ?> domain, String lane) {
    this.domain = domain;
    this.lane = lane;
  }

  @Override
  public JsonNode look(FollowerClient follower) {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    for (JsonNode one : follower.get(Map.of(), "v1", "domains").path("domains")) {
      if (one.path("domain").asText().equals(domain.name())) {
        all.set("domain", one);
      }
    }
    for (String query : domain.glance()) {
      all.withObject("/answers")
          .set(query, follower.get(Map.of(), "v1", domain.name(), "lanes", lane, "queries", query));
    }
    all.set(
        "turns",
        follower
            .get(Map.of("limit", TURNS), "v1", domain.name(), "lanes", lane, "turns")
            .path("turns"));
    return all;
  }

  @Override
  public List<String> lines(JsonNode said, int room, long nowMillis, long nowNanos) {
    List<String> lines = new ArrayList<>();
    JsonNode last = said.path("turns").path(0);
    long turn = last.path("turn").asLong();
    double perSecond = rate.perSecond(nowNanos, turn);
    lines.add(
        "%s %s: turn %d%s, %s turns/s"
            .formatted(
                domain.name(),
                lane,
                turn,
                last.isMissingNode() ? "" : ", " + ago(last, nowMillis),
                seen ? String.format(Locale.ROOT, "%.1f", perSecond) : "-"));
    seen = true;
    lines.add(standing(said));
    lines.addAll(HealthFindings.lines(said.path("domain")));
    int most = Math.max(ROWS_MIN, (room - FRAME) / Math.max(1, said.path("answers").size()) - 4);
    AnswerLines answers = new AnswerLines(nowMillis, most);
    for (Map.Entry<String, JsonNode> one : said.path("answers").properties()) {
      lines.add("");
      lines.add(one.getKey());
      lines.addAll(answers.of(one.getValue().path("answer")));
    }
    lines.add("");
    lines.add("last turns");
    lines.addAll(turns(said.path("turns"), nowMillis));
    return lines;
  }

  /** What any answer says of its lane, and how far the domain is followed. */
  private static String standing(JsonNode said) {
    long behind = said.path("domain").path("behindRecords").asLong();
    JsonNode any =
        said.path("answers").elements().hasNext() ? said.path("answers").iterator().next() : null;
    String proof = any == null ? ProofText.of(said.path("domain")) : any.path("proof").asText();
    return proof + "; " + HealthFindings.reading(said.path("domain"), behind);
  }

  private static List<String> turns(JsonNode turns, long nowMillis) {
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
    return grid.lines(TURNS);
  }

  private static String ago(JsonNode turn, long nowMillis) {
    return RelativeTimeText.of(Instant.parse(turn.path("at").asText()).toEpochMilli(), nowMillis);
  }
}
