package dev.rota.app.top;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.app.show.GrowthRate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Lanes of domains, those with most items that wait first: as many of each as there is room. */
final class LaneRows {
  /** An empty line, and the heads. */
  private static final int FRAME = 2;

  private final Map<String, GrowthRate> rates = new HashMap<>();

  /** What a follower told of a domain: its lanes without the partitions' own. */
  private record Told(String domain, List<JsonNode> lanes, boolean more) {
    static Told of(JsonNode one) {
      List<JsonNode> lanes = new ArrayList<>();
      one.path("rows").forEach(lanes::add);
      lanes.removeIf(row -> row.path("lane").asText().startsWith("~"));
      lanes.sort((a, b) -> Long.compare(waiting(b), waiting(a)));
      return new Told(one.path("domain").asText(), lanes, one.path("more").asBoolean());
    }

    private static long waiting(JsonNode row) {
      return row.path("figures").path("waiting").asLong();
    }

    /** What is not shown of it, such as {@code bots 3}; null: all is. */
    String leftOut(int shown) {
      int left = lanes.size() - shown;
      return left == 0 && !more ? null : domain + " " + left + (more ? " or more" : "");
    }
  }

  List<String> lines(JsonNode said, ScreenRoom room, long nowMillis, long nowNanos) {
    List<Told> domains = new ArrayList<>();
    said.path("domains").forEach(one -> domains.add(Told.of(one)));
    int all = domains.stream().mapToInt(one -> one.lanes.size()).sum();
    boolean whole = FRAME + all <= room.rows() - (domains.stream().anyMatch(Told::more) ? 1 : 0);
    int[] shown = shares(domains, whole ? all : Math.max(0, room.rows() - FRAME - 1));
    List<String> lines = new ArrayList<>();
    if (Arrays.stream(shown).sum() > 0) {
      lines.add("");
      lines.addAll(table(domains, shown, nowMillis, nowNanos).lines(room.columns()));
    }
    String left =
        IntStream.range(0, shown.length)
            .mapToObj(i -> domains.get(i).leftOut(shown[i]))
            .filter(Objects::nonNull)
            .collect(Collectors.joining(", "));
    if (!left.isEmpty()) {
      lines.addAll(room.wrapped("lanes that are not shown: " + left));
    }
    return all == 0 ? List.of("no lane has taken a turn yet") : lines;
  }

  /** How many lanes of each domain have room: each gets one in turn. */
  private static int[] shares(List<Told> domains, int room) {
    int[] shares = new int[domains.size()];
    int left = room;
    for (boolean some = true; some && left > 0; ) {
      some = false;
      for (int i = 0; i < shares.length && left > 0; i++) {
        if (shares[i] < domains.get(i).lanes.size()) {
          shares[i]++;
          left--;
          some = true;
        }
      }
    }
    return shares;
  }

  private TextGrid table(List<Told> domains, int[] shown, long nowMillis, long nowNanos) {
    TextGrid grid =
        new TextGrid(
            List.of("LANE", "WAITS", "ASSIGNED", "TURN", "TURNS/S", "LAST TURN", "VERIFIED"));
    for (int i = 0; i < shown.length; i++) {
      for (JsonNode row : domains.get(i).lanes.subList(0, shown[i])) {
        String lane = domains.get(i).domain + "/" + row.path("lane").asText();
        long turn = row.path("turn").asLong();
        grid.row(
            List.of(
                lane,
                figure(row, "waiting", "waits"),
                figure(row, "busy", "assigned"),
                Long.toString(turn),
                rate(lane, turn, nowNanos),
                RelativeTimeText.of(
                    Instant.parse(row.path("at").asText()).toEpochMilli(), nowMillis),
                ProofText.of(row)));
      }
    }
    return grid;
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
    double now = rates.computeIfAbsent(of, _ -> new GrowthRate()).perSecond(nowNanos, turns);
    return first ? "-" : String.format(Locale.ROOT, "%.1f", now);
  }
}
