package dev.rota.end;

import dev.rota.road.health.PartitionHealth.Cause;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A finding as HTTP, {@code top} and the page have to tell it: since when, and with the next step.
 *
 * @param words a pattern of what it says
 * @param step the words of the next step
 * @param command that stands beside them
 */
record ToldFinding(Cause cause, String words, String step, String command) {
  /** The group of the time since when it is so. */
  static final String SINCE = "since";

  private static final String SINCE_TIME = "since (?<" + SINCE + ">\\d{4}-[-\\d]+T[:.\\d]+Z)";
  private static final String REST = "[^|]*?";

  /** Patterns by display, which tell findings apart by a bar. */
  Map<String, String> patterns() {
    String next = Pattern.quote(step + ": '" + command + "'");
    String said = REST + words + REST;
    return Map.of(
        HealthDisplays.HTTP,
        cause + ": " + said + "; " + SINCE_TIME + " \\(" + next + "\\)",
        HealthDisplays.TOP,
        mark("!!", "\\?\\?", "--") + " " + said + "; " + SINCE_TIME + " → " + next,
        HealthDisplays.PAGE,
        "%s %s for [\\d.,]+ \\w+.*?%s\\s*%s"
            .formatted(
                mark("✕", "○", "▲"), said, Pattern.quote(step + ":"), Pattern.quote(command)));
  }

  private String mark(String wrong, String unknown, String waits) {
    return switch (cause.level()) {
      case WRONG -> wrong;
      case UNKNOWN -> unknown;
      default -> waits;
    };
  }
}
