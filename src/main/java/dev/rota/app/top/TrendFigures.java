package dev.rota.app.top;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.follower.FollowerClient;
import java.util.Locale;
import java.util.Map;

/**
 * What a trend says of now and of the last hour.
 *
 * @param trend as a follower tells it; null or missing: it is not known
 */
record TrendFigures(JsonNode trend) {
  private static final String BLOCKS = "▁▂▃▄▅▆▇█";
  private static final String UNKNOWN = "-";

  /** A column for a minute. */
  private static final int SPARK_MAX = 60;

  /** Turns are counted in the last full steps. */
  private static final int RATE_STEPS = 6;

  private static final double SECOND_MILLIS = 1e3;

  /** Asks for one. Null: lanes beyond the first have none, nor has an older follower. */
  static JsonNode ask(FollowerClient follower, String... path) {
    try {
      return follower.get(Map.of(), path);
    } catch (CommandFailure e) {
      if (e.exit() == ExitCode.NOT_FOUND) {
        return null;
      }
      throw e;
    }
  }

  private Long last(String column) {
    JsonNode last = trend.path(column).path(trend.path(column).size() - 1);
    return last.isNumber() ? (Long) last.asLong() : null;
  }

  private String unit(String of) {
    return " " + trend.path("units").path(of).asText();
  }

  /** Such as {@code 412 jobs}. */
  String waiting() {
    Long waiting = last("waiting");
    return waiting == null ? UNKNOWN : waiting + unit("waiting");
  }

  /** Such as {@code 12 min}. */
  String oldest() {
    Long seconds = last("oldestSeconds");
    return seconds == null ? UNKNOWN : RelativeTimeText.words(seconds * (long) SECOND_MILLIS);
  }

  /** Such as {@code 40/64 leases}. */
  String assigned() {
    Long assigned = last("assigned");
    Long capacity = last("capacity");
    return assigned == null
        ? UNKNOWN
        : assigned + (capacity == null ? "" : "/" + capacity) + unit("assigned");
  }

  /** Of the last minute. */
  String turnsPerSecond() {
    JsonNode turns = trend.path("turns");
    int open = turns.size() - 1;
    long sum = 0;
    int steps = 0;
    for (int i = Math.max(0, open - RATE_STEPS); i < open; i++) {
      boolean known = !turns.get(i).isNull();
      sum += known ? turns.get(i).asLong() : 0;
      steps += known ? 1 : 0;
    }
    return steps == 0
        ? UNKNOWN
        : String.format(
            Locale.ROOT,
            "%.1f",
            sum * SECOND_MILLIS / (steps * trend.path("stepMillis").asDouble()));
  }

  /** The most that waited at once; 0: nothing, or it is not known. */
  long most() {
    long most = 0;
    for (JsonNode one : trend.path("waiting")) {
      most = Math.max(most, one.asLong());
    }
    return most;
  }

  /** What waited in the last hour, as a sparkline of at most so many columns with its scale. */
  String hour(int columns) {
    String scale = " most " + most();
    String line = sparkline(Math.min(SPARK_MAX, columns - scale.length()));
    return line.isBlank() ? UNKNOWN : line + scale;
  }

  /** What waited, the oldest first. A gap is not known. */
  private String sparkline(int width) {
    JsonNode waiting = trend.path("waiting");
    int size = waiting.size();
    int columns = Math.max(0, Math.min(width, size));
    long most = Math.max(1, most());
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < columns; column++) {
      Long level = null;
      for (int i = column * size / columns; i < (column + 1) * size / columns; i++) {
        JsonNode one = waiting.get(i);
        level = one.isNull() ? level : (Long) Math.max(level == null ? 0 : level, one.asLong());
      }
      int height = level == null ? 0 : (int) ((level * (BLOCKS.length() - 1) + most - 1) / most);
      line.append(level == null ? ' ' : BLOCKS.charAt(height));
    }
    return line.toString();
  }
}
