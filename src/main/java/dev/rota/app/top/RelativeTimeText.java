package dev.rota.app.top;

import java.time.Duration;

/** Times in words. */
final class RelativeTimeText {
  /** Numbers from here on are times: 2001-09-09, epoch ms. */
  static final long TIMES_FROM = 1_000_000_000_000L;

  private RelativeTimeText() {}

  /** Says {@code 4 s ago} or {@code in 4 s}. */
  static String of(long atMillis, long nowMillis) {
    return atMillis <= nowMillis
        ? words(nowMillis - atMillis) + " ago"
        : "in " + words(atMillis - nowMillis);
  }

  /** Says how long that is, in its largest unit. */
  static String words(long millis) {
    Duration length = Duration.ofMillis(millis);
    if (length.toDays() > 1) {
      return length.toDays() + " d";
    }
    if (length.toHours() > 1) {
      return length.toHours() + " h";
    }
    return length.toMinutes() > 1 ? length.toMinutes() + " min" : length.toSeconds() + " s";
  }
}
