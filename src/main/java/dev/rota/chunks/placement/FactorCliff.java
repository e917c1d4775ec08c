package dev.rota.chunks.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.function.LongFunction;

/**
 * The distance of a weight's factor from its next change (rule 4). A factor is a whole number, so
 * all chunks of the weight gain or lose a copy at once. That is most of what a network moves.
 *
 * @param factor copies of each chunk of the weight
 * @param fallsAfter the decrease of the budget, in bytes, that lowers the factor; {@link #NEVER} if
 *     a shortage comes first
 * @param dropped the bytes that workers drop then
 * @param risesAfter the increase of the budget, in bytes, that raises the factor; {@link #NEVER} if
 *     no budget is enough or each worker has a copy already
 * @param fetched the bytes that workers fetch then
 */
public record FactorCliff(
    int weight, int factor, long fallsAfter, long dropped, long risesAfter, long fetched) {
  /** The distance of a change that never comes. */
  public static final long NEVER = -1;

  /** Returns a distance for records and answers: null for {@link #NEVER}. */
  public static Long told(long distance) {
    return distance == NEVER ? null : (Long) distance;
  }

  /**
   * Returns the cliffs of all weights, ascending. The list is empty after a shortage.
   *
   * @param bytes of all chunks, by weight
   * @param budget the bytes that all copies together may take
   * @param min the minimum of copies
   * @param max the maximum of copies: one on each worker
   */
  public static List<FactorCliff> of(
      SortedMap<Integer, Long> bytes, long budget, int min, int max) {
    List<FactorCliff> cliffs = new ArrayList<>();
    ReplicationFactors.of(bytes, budget, min, max)
        .ifPresent(
            factors ->
                factors.forEach(
                    (weight, factor) ->
                        cliffs.add(
                            of(
                                weight,
                                factor,
                                bytes.get(weight),
                                budget,
                                other -> factor(bytes, other, min, max, weight)))));
    return cliffs;
  }

  /** Returns nothing if there is a shortage. */
  private static OptionalInt factor(
      SortedMap<Integer, Long> bytes, long budget, int min, int max, int weight) {
    var factors = ReplicationFactors.of(bytes, budget, min, max);
    return factors.isEmpty() ? OptionalInt.empty() : OptionalInt.of(factors.get().get(weight));
  }

  private static FactorCliff of(
      int weight, int factor, long bytes, long budget, LongFunction<OptionalInt> factors) {
    long falls = distance(budget, less -> factors.apply(budget - less).orElse(0) < factor);
    int lower = falls == NEVER ? 0 : factors.apply(budget - falls).orElse(0);
    boolean shortage = lower == 0;
    long rises =
        distance(Long.MAX_VALUE - budget, more -> factors.apply(budget + more).orElse(0) > factor);
    int higher = rises == NEVER ? factor : factors.apply(budget + rises).orElse(factor);
    return new FactorCliff(
        weight,
        factor,
        shortage ? NEVER : falls,
        shortage ? 0 : (factor - lower) * bytes,
        rises,
        (higher - factor) * bytes);
  }

  /** Tells whether a change of the budget, in bytes, changes the factor. */
  private interface Changed {
    boolean by(long distance);
  }

  /** Bisects for the least distance with a change: a larger budget never means fewer copies. */
  private static long distance(long most, Changed changed) {
    if (!changed.by(most)) {
      return NEVER;
    }
    long low = 0;
    long high = most;
    while (high - low > 1) {
      long middle = low + (high - low) / 2;
      if (changed.by(middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }
}
