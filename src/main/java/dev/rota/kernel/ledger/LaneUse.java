package dev.rota.kernel.ledger;

/** When a lane in memory was used, and what opening it cost. */
final class LaneUse {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** A lane is opened at most once in so many times of what opening it takes. */
  private static final long WORTH = 100;

  private long usedMillis;
  private long keptMillis;

  void now(long nowMillis) {
    usedMillis = nowMillis;
  }

  void opened(long tookNanos) {
    keptMillis = tookNanos * WORTH / NANOS_PER_MILLI;
  }

  long idleMillis(long nowMillis) {
    return nowMillis - usedMillis;
  }

  /** Returns true if the lane may be closed: it was idle for long, measured by its cost. */
  boolean isOver(long nowMillis) {
    return idleMillis(nowMillis) >= keptMillis;
  }
}
