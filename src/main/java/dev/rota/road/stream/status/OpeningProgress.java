package dev.rota.road.stream.status;

import java.time.Duration;

/**
 * How far a partition is opened.
 *
 * @param what is done: rows are restored, counted in records of their changelog, which have up to
 *     thousands of rows each; or pages of the ledger are replayed
 * @param secondsLeft at the speed so far; null: it is not known yet
 */
public record OpeningProgress(int partition, What what, long done, long of, Long secondsLeft) {
  /** What takes time while a partition is opened. */
  public enum What {
    ROWS_RESTORED,
    PAGES_REPLAYED
  }

  /** Such as {@code 120 of 4000 records of its rows are restored, 12 s are left}. */
  public String words() {
    String so =
        what == What.ROWS_RESTORED
            ? "records of its rows are restored"
            : "pages of its ledger are replayed";
    return "%d of %d %s%s"
        .formatted(done, of, so, secondsLeft == null ? "" : ", " + secondsLeft + " s are left");
  }

  /**
   * It goes on at the speed so far.
   *
   * @param first what was done when the step began, so many nanoseconds ago
   */
  static OpeningProgress at(
      int partition, What what, long first, long done, long of, long tookNanos) {
    long made = done - first;
    double left = (double) tookNanos / made * (of - done);
    Long secondsLeft = made <= 0 ? null : Duration.ofNanos((long) left).toSeconds();
    return new OpeningProgress(partition, what, done, of, secondsLeft);
  }
}
