package dev.rota.app.show;

import java.util.ArrayDeque;
import java.util.Deque;

/** Growth per second of a total over the last 10 s. */
public final class GrowthRate {
  private static final long WINDOW_NANOS = 10_000_000_000L;
  private static final double SECOND_NANOS = 1e9;

  private record Sample(long nanos, long total) {}

  private final Deque<Sample> samples = new ArrayDeque<>();

  /** Adds a sample. Returns 0 until there are two. */
  public double perSecond(long nowNanos, long total) {
    if (total == 0) {
      return 0; // unknown so far: a jump to the first known total is no growth
    }
    samples.addLast(new Sample(nowNanos, total));
    while (nowNanos - samples.getFirst().nanos > WINDOW_NANOS) {
      samples.removeFirst();
    }
    Sample first = samples.getFirst();
    long nanos = nowNanos - first.nanos;
    return nanos == 0 ? 0 : Math.max(0, total - first.total) * SECOND_NANOS / nanos;
  }
}
