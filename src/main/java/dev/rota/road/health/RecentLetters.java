package dev.rota.road.health;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The inputs of a partition that became dead letters, without a pause of {@link #WINDOW_MILLIS}
 * between two of them.
 *
 * @param byReason how many, by reason
 * @param last the newest one, in words
 * @param sinceMillis when the first came, epoch ms; 0: there is none
 * @param lastMillis when the newest came, epoch ms
 */
public record RecentLetters(
    SortedMap<String, Long> byReason, String last, long sinceMillis, long lastMillis) {
  public static final RecentLetters NONE = new RecentLetters(new TreeMap<>(), null, 0, 0);

  /** Dead letters are news for so long. */
  static final long WINDOW_MILLIS = 600_000;

  /**
   * One more.
   *
   * @param place the input, in words
   */
  public RecentLetters plus(String reason, String place, long atMillis) {
    RecentLetters before = at(atMillis);
    SortedMap<String, Long> counts = new TreeMap<>(before.byReason);
    counts.merge(reason, 1L, Long::sum);
    long since = before.isNone() ? atMillis : before.sinceMillis;
    return new RecentLetters(
        counts, reason + ", " + place, since, Math.max(before.lastMillis, atMillis));
  }

  /** Both together. */
  RecentLetters plus(RecentLetters other) {
    if (isNone() || other.isNone()) {
      return isNone() ? other : this;
    }
    SortedMap<String, Long> counts = new TreeMap<>(byReason);
    other.byReason.forEach((reason, count) -> counts.merge(reason, count, Long::sum));
    return new RecentLetters(
        counts,
        lastMillis < other.lastMillis ? other.last : last,
        Math.min(sinceMillis, other.sinceMillis),
        Math.max(lastMillis, other.lastMillis));
  }

  /** What of them is news at a time: all, or none. */
  RecentLetters at(long nowMillis) {
    return nowMillis - lastMillis > WINDOW_MILLIS ? NONE : this;
  }

  public boolean isNone() {
    return byReason.isEmpty();
  }

  public long count() {
    return byReason.values().stream().mapToLong(Long::longValue).sum();
  }

  /** In words: {@code 3 inputs became dead letters, the last 4 s ago: BAD_KEY, claims/0/7}. */
  String words(long nowMillis) {
    return "%d %s, the last %s ago: %s"
        .formatted(
            count(),
            count() == 1 ? "input became a dead letter" : "inputs became dead letters",
            AgeText.of(nowMillis - lastMillis),
            last);
  }
}
