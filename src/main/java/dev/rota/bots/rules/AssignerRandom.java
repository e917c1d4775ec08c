package dev.rota.bots.rules;

import dev.rota.bots.model.Bot;
import java.util.ArrayList;
import java.util.List;

/** The random choices of an assigner. */
public interface AssignerRandom {
  /** Returns 1 to 100. */
  int draw();

  /** Returns {@code size} distinct bots, or all if there are fewer. */
  List<Bot> sample(List<Bot> bots, int size);

  /** Returns 0 (inclusive) to 1 (exclusive). */
  double jitter();

  /** The number of values drawn. */
  int taken();

  /**
   * The stream of a grid. It depends only on the policy's seed and the number of earlier draws, so
   * that a replay draws the same values.
   */
  final class Seeded implements AssignerRandom {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private final long seed;
    private final long before;
    private int taken;

    public Seeded(long seed, long before) {
      this.seed = seed;
      this.before = before;
    }

    @Override
    public int draw() {
      return 1 + below(100);
    }

    @Override
    public List<Bot> sample(List<Bot> bots, int size) {
      List<Bot> rest = new ArrayList<>(bots);
      List<Bot> sample = new ArrayList<>(Math.min(size, rest.size()));
      while (sample.size() < size && !rest.isEmpty()) {
        int last = rest.size() - 1;
        sample.add(rest.set(below(rest.size()), rest.get(last)));
        rest.remove(last);
      }
      return sample;
    }

    @Override
    public double jitter() {
      return (next() >>> 11) * 0x1.0p-53;
    }

    @Override
    public int taken() {
      return taken;
    }

    private int below(int bound) {
      return (int) ((next() >>> 32) * bound >>> 32);
    }

    private long next() {
      taken++;
      long z = seed * GOLDEN + (before + taken) * GOLDEN;
      z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
      z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
      return z ^ z >>> 31;
    }
  }
}
