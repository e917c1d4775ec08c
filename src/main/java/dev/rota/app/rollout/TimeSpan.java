package dev.rota.app.rollout;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/**
 * How long something takes, as an estimate.
 *
 * @param least seconds
 * @param most seconds; null: nobody knows
 */
record TimeSpan(double least, Double most) {
  static final TimeSpan NONE = TimeSpan.of(0);

  /** One that is estimated as a single figure. */
  static TimeSpan of(double seconds) {
    return new TimeSpan(seconds, seconds);
  }

  /** One of which only the least is known. */
  static TimeSpan atLeast(double seconds) {
    return new TimeSpan(seconds, null);
  }

  TimeSpan plus(TimeSpan other) {
    return new TimeSpan(
        least + other.least, most == null || other.most == null ? null : most + other.most);
  }

  /** The longer one; where one has no known end, there is none. */
  TimeSpan orLonger(TimeSpan other) {
    return new TimeSpan(
        Math.max(least, other.least),
        most == null || other.most == null ? null : (Double) Math.max(most, other.most));
  }

  /** What it may last for certain reckoning; endless if nobody knows. */
  double reckoned() {
    return most == null ? Double.MAX_VALUE : most;
  }

  /** Says {@code 1.8 s}, {@code 1.8 to 4.0 s} or {@code at least 3.3 s}. */
  String words() {
    if (most == null) {
      return "at least " + number(least) + " s";
    }
    return number(least).equals(number(most))
        ? number(least) + " s"
        : number(least) + " to " + number(most) + " s";
  }

  ObjectNode json() {
    return JsonNodeFactory.instance.objectNode().put("least", least).put("most", most);
  }

  private static String number(double seconds) {
    return String.format(Locale.ROOT, "%.1f", seconds);
  }
}
