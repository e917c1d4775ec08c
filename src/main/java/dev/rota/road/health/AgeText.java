package dev.rota.road.health;

import java.time.Duration;

/** Lengths of time in words, in their largest unit. */
final class AgeText {
  private AgeText() {}

  /** Says {@code 40 s}. */
  static String of(long millis) {
    Duration length = Duration.ofMillis(Math.max(0, millis));
    if (length.toDays() > 1) {
      return length.toDays() + " d";
    }
    if (length.toHours() > 1) {
      return length.toHours() + " h";
    }
    return length.toMinutes() > 1 ? length.toMinutes() + " min" : length.toSeconds() + " s";
  }
}
