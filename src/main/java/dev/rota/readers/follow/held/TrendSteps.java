package dev.rota.readers.follow.held;

/** The steps of a trend: number 0 begins with the epoch. */
final class TrendSteps {
  /** How long a step is. */
  static final long MILLIS = 10_000;

  private TrendSteps() {}

  /** The step that has this time, epoch ms. */
  static long of(long millis) {
    return Math.floorDiv(millis, MILLIS);
  }
}
