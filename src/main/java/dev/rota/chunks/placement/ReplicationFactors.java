package dev.rota.chunks.placement;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The number of copies per weight (rule 4). */
public final class ReplicationFactors {
  private ReplicationFactors() {}

  /**
   * Returns the replication factor of each weight, or nothing if the budget is too small for the
   * minimum.
   *
   * @param bytes of all chunks, by weight
   * @param budget the bytes that all copies together may take
   * @param min the minimum of copies; it may exceed the weight's share
   * @param max the maximum of copies: one on each worker
   */
  public static Optional<SortedMap<Integer, Integer>> of(
      SortedMap<Integer, Long> bytes, long budget, int min, int max) {
    long total = 0;
    long shares = 0;
    for (var weight : bytes.entrySet()) {
      total = plus(total, weight.getValue());
      shares = plus(shares, times(weight.getValue(), weight.getKey()));
    }
    if (times(total, min) > budget) {
      return Optional.empty();
    }
    double multiplier = multiplier(bytes, shares, budget, min);
    SortedMap<Integer, Integer> factors = new TreeMap<>();
    for (int weight : bytes.keySet()) {
      factors.put(weight, Math.min(max, Math.max(min, truncated(weight, multiplier))));
    }
    return Optional.of(Collections.unmodifiableSortedMap(factors));
  }

  /** Light weights get at least the minimum. The others share the rest. */
  private static double multiplier(
      SortedMap<Integer, Long> bytes, long shares, long budget, int min) {
    double multiplier = 0;
    long fixed = 0;
    long rest = shares;
    for (var weight : bytes.entrySet()) {
      multiplier = (double) Math.max(0, budget - fixed) / (double) rest;
      if (truncated(weight.getKey(), multiplier) >= min) {
        break;
      }
      fixed += times(weight.getValue(), min);
      rest -= times(weight.getValue(), weight.getKey());
    }
    return multiplier;
  }

  /** Rounds towards zero. The result fits two bytes. */
  private static int truncated(int weight, double multiplier) {
    return (int) Math.min(PlacementPolicy.REPLICATION_MAX, (long) (weight * multiplier));
  }

  /** Returns the sum, capped at {@link Long#MAX_VALUE}. */
  public static long plus(long bytes, long more) {
    return bytes > Long.MAX_VALUE - more ? Long.MAX_VALUE : bytes + more;
  }

  /** Returns the product, capped at {@link Long#MAX_VALUE}. */
  private static long times(long bytes, int factor) {
    return factor != 0 && bytes > Long.MAX_VALUE / factor ? Long.MAX_VALUE : bytes * factor;
  }
}
