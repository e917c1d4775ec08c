package dev.rota.chunks.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.function.LongFunction;

/**
 * How far a weight's factor is from its next change (rule 4). A factor is a whole number, so all
 * chunks of the weight gain or lose a copy at once, and that is most of what a network moves.
 *
 * @param factor copies that each chunk of the weight gets
 * @param fallsAfter so many bytes less of budget, and it is less; {@link #NEVER}: before it is,
 *     there is a shortage
 * @param dropped the bytes that workers drop then
 * @param risesAfter so many bytes more of budget, and it is more; {@link #NEVER}: there are no more
 *     workers, or no budget is enough
 * @param fetched the bytes that workers fetch then
 */
public record FactorCliff(
    int weight, int factor, long fallsAfter, long dropped, long risesAfter, long fetched) {
  /** In place of a distance. */
  public static final long NEVER = -1;

  /** A distance as records and answers have it: null for {@link #NEVER}. */
  public static Long told(long distance) {
    return distance == NEVER ? null : (Long) distance;
  }

  /**
   * The cliffs of all weights, ascending; none, if there is a shortage.
   *
   * @param bytes of all chunks of a weight
   * @param budget the bytes that all copies together may take
   * @param min the fewest copies
   * @param max the most copies: one on each worker
   */
  public static List<FactorCliff> of(
      SortedMap<Integer, Long> bytes, long budget, int min, int max) {
    List<FactorCliff> cliffs = new ArrayList<>();
    Factors.of(bytes, budget, min, max)
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

  /** Nothing: there is a shortage. */
  private static OptionalInt factor(
      SortedMap<Integer, Long> bytes, long budget, int min, int max, int weight) {
    var factors = Factors.of(bytes, budget, min, max);
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

  /** What a budget that changes by so much comes to. */
  private interface Changed {
    boolean by(long distance);
  }

  /** The least distance with a change: a larger budget never means fewer copies. */
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
