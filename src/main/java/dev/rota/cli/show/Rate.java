package dev.rota.cli.show;

import java.util.ArrayDeque;
import java.util.Deque;

/** How fast something grows, over the last seconds. */
final class Rate {
  private static final long WINDOW_NANOS = 10_000_000_000L;
  private static final double SECOND_NANOS = 1e9;

  private record Sample(long nanos, long total) {}

  private final Deque<Sample> samples = new ArrayDeque<>();

  /** It has come to so much by now; 0 until it is known for a moment. */
  double perSecond(long nowNanos, long total) {
    if (total == 0) {
      return 0; // not begun: the way from there to what it was all along is no growth
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
