package dev.rota.readers.follow.held;

import dev.rota.kernel.domain.measures.QueueVitals;
import java.util.OptionalLong;

/**
 * How lanes stand.
 *
 * @param lanes how many they are
 * @param capacity of those that say it; {@link QueueVitals#UNKNOWN}: none does
 */
public record TrendLevel(int lanes, QueueVitals vitals, long capacity) {
  /** One lane. */
  public static TrendLevel of(QueueVitals vitals, OptionalLong capacity) {
    QueueVitals waits = vitals.waiting() > 0 ? vitals : vitals.waitingSince(QueueVitals.NONE);
    return new TrendLevel(1, waits, capacity.orElse(QueueVitals.UNKNOWN));
  }

  /** Both as one. */
  TrendLevel plus(TrendLevel other) {
    return new TrendLevel(
        lanes + other.lanes, vitals.plus(other.vitals), sum(capacity, other.capacity));
  }

  private static long sum(long one, long other) {
    return one < 0 || other < 0 ? Math.max(one, other) : one + other;
  }
}
