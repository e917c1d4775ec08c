package dev.rota.bots.naive;

import java.util.ArrayList;
import java.util.List;

/**
 * What chance brings, sections 3 and 5: SplitMix64 over the policy's seed and how many numbers the
 * grid has taken.
 */
final class NaiveChance {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private final NaiveGrid grid;

  NaiveChance(NaiveGrid grid) {
    this.grid = grid;
  }

  /** Whether the next job goes by age: a draw where the percentage leaves it open, [V005-V008]. */
  boolean drawsAge() {
    int percentage = grid.rules.policy.getPriorityPercentage();
    return percentage == 0 || percentage < 100 && 1 + below(100) > percentage;
  }

  /** So many of them, or all, none twice. */
  List<NaiveBot> sample(List<NaiveBot> bots, int size) {
    List<NaiveBot> rest = new ArrayList<>(bots);
    List<NaiveBot> sample = new ArrayList<>();
    while (sample.size() < size && !rest.isEmpty()) {
      int at = below(rest.size());
      sample.add(rest.get(at));
      NaiveBot last = rest.remove(rest.size() - 1);
      if (at < rest.size()) {
        rest.set(at, last);
      }
    }
    return sample;
  }

  /** From 0 to below 1. */
  double jitter() {
    return (next() >>> 11) * 0x1.0p-53;
  }

  private int below(int bound) {
    return (int) ((next() >>> 32) * bound >>> 32);
  }

  private long next() {
    grid.drawn++;
    long z = (grid.rules.policy.getSeed() + grid.drawn) * GOLDEN;
    z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }
}
