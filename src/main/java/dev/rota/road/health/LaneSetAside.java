package dev.rota.road.health;

import java.util.List;

/**
 * A lane whose state cannot be opened, so that its inputs become dead letters.
 *
 * @param afterTurn the turn whose state it is
 * @param sinceMillis epoch ms; 0: it is not known
 */
public record LaneSetAside(String lane, long afterTurn, long sinceMillis) {
  private static final int NAMED = 3;

  /** In words: {@code lane builds is set aside after turn 16: its state cannot be opened}. */
  static String words(List<LaneSetAside> some) {
    List<String> named =
        some.stream()
            .limit(NAMED)
            .map(one -> "%s after turn %d".formatted(one.lane, one.afterTurn))
            .toList();
    String more = some.size() > NAMED ? " and %d more".formatted(some.size() - NAMED) : "";
    return some.size() == 1
        ? "lane %s: its state cannot be opened, and its inputs become dead letters"
            .formatted(named.get(0))
        : "lanes %s%s: their state cannot be opened, and their inputs become dead letters"
            .formatted(String.join(", ", named), more);
  }
}
