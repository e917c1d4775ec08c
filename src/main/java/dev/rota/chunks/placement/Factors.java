package dev.rota.chunks.placement;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** How many copies the chunks of a weight get (rule 4). */
public final class Factors {
  private Factors() {}

  /**
   * The factor of each weight.
   *
   * @param bytes of all chunks of a weight
   * @param budget the bytes that all copies together may take
   * @param min the fewest copies; it may take more than the weight's share
   * @param max the most copies: one on each worker
   * @return nothing if the budget does not hold the fewest copies of all
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

  /**
   * The light weights that get no more than the floor are paid first; the others share the rest.
   */
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

  /** Towards zero, and no more than two bytes hold. */
  private static int truncated(int weight, double multiplier) {
    return (int) Math.min(PlacementPolicy.REPLICATION_MAX, (long) (weight * multiplier));
  }

  /** The sum, or the largest number there is. */
  public static long plus(long bytes, long more) {
    return bytes > Long.MAX_VALUE - more ? Long.MAX_VALUE : bytes + more;
  }

  /** The product, or the largest number there is. */
  private static long times(long bytes, int factor) {
    return factor != 0 && bytes > Long.MAX_VALUE / factor ? Long.MAX_VALUE : bytes * factor;
  }
}
