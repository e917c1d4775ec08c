package dev.rota.chunks.naive;

import dev.rota.chunks.Cliff;
import dev.rota.chunks.naive.NaivePlacement.Chunk;
import dev.rota.chunks.naive.NaivePlacement.Settings;
import dev.rota.chunks.naive.NaivePlacement.Worker;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;

/** How many copies a weight's chunks have. */
final class NaiveFactors {
  private static final int COPIES_MAX = 65_535;

  /** No number of a record is larger. */
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  private final TreeMap<Integer, Long> bytes = new TreeMap<>();
  private final int min;
  private final int max;
  private final long budget;
  private final double multiple;

  NaiveFactors(List<Chunk> chunks, List<Worker> workers, Settings settings) {
    this(sums(chunks), budget(workers, settings), settings.min(), workers.size());
  }

  private NaiveFactors(Map<Integer, Long> bytes, long budget, int min, int max) {
    this.bytes.putAll(bytes);
    this.budget = budget;
    this.min = min;
    this.max = max;
    this.multiple = multiple();
  }

  private static Map<Integer, Long> sums(List<Chunk> chunks) {
    Map<Integer, Long> sums = new TreeMap<>();
    chunks.forEach(chunk -> sums.merge(chunk.weight(), chunk.bytes(), Long::sum));
    return sums;
  }

  private static long budget(List<Worker> workers, Settings settings) {
    BigInteger sum = BigInteger.ZERO;
    for (Worker worker : workers) {
      sum = sum.add(BigInteger.valueOf(worker.capacity()));
    }
    long each = workers.isEmpty() ? 0 : workers.get(0).capacity();
    boolean alike = workers.stream().allMatch(worker -> worker.capacity() == each);
    double capacity =
        alike && !settings.head()
            ? (double) each * (double) workers.size()
            : sum.min(MOST).doubleValue();
    return (long) (capacity * settings.saturation());
  }

  boolean areEnough() {
    return bytes.values().stream().mapToLong(Long::longValue).sum() * min <= budget;
  }

  private double multiple() {
    long fixed = 0;
    long rest = 0;
    for (Map.Entry<Integer, Long> one : bytes.entrySet()) {
      rest += one.getKey() * one.getValue();
    }
    double found = 0;
    for (Map.Entry<Integer, Long> one : bytes.entrySet()) {
      found = (double) Math.max(0, budget - fixed) / (double) rest;
      if ((int) (found * one.getKey()) >= min) {
        return found;
      }
      fixed += min * one.getValue();
      rest -= one.getKey() * one.getValue();
    }
    return found;
  }

  /** What the weight asks for, were there workers enough. */
  int wanted(int weight) {
    return Math.max(min, Math.min(COPIES_MAX, (int) (weight * multiple)));
  }

  int of(int weight) {
    return Math.min(max, wanted(weight));
  }

  private NaiveFactors with(long otherBudget) {
    return new NaiveFactors(bytes, otherBudget, min, max);
  }

  /** How far each factor is from its next change. */
  List<Cliff> cliffs() {
    List<Cliff> cliffs = new ArrayList<>();
    bytes.forEach((weight, all) -> cliffs.add(cliff(weight, all)));
    return cliffs;
  }

  private Cliff cliff(int weight, long all) {
    int factor = of(weight);
    Long falls = first(budget, less -> with(budget - less).of(weight) < factor);
    boolean refused = falls == null || !with(budget - falls).areEnough();
    Long rises =
        factor >= max
            ? null
            : first(Long.MAX_VALUE - budget, more -> with(budget + more).of(weight) > factor);
    return new Cliff(
        weight,
        factor,
        refused ? null : falls,
        refused ? 0 : all * (factor - with(budget - falls).of(weight)),
        rises,
        rises == null ? 0 : all * (with(budget + rises).of(weight) - factor));
  }

  /** The least number from 1 to the largest for which it is so; null: for none. */
  private static Long first(long largest, LongPredicate so) {
    long upTo = 1;
    while (upTo < largest && !so.test(upTo)) {
      upTo = upTo > largest / 2 ? largest : 2 * upTo;
    }
    if (largest < 1 || !so.test(upTo)) {
      return null;
    }
    long not = upTo / 2;
    while (not + 1 < upTo) {
      long middle = not + (upTo - not) / 2;
      if (so.test(middle)) {
        upTo = middle;
      } else {
        not = middle;
      }
    }
    return upTo;
  }
}
