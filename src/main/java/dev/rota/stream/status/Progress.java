package dev.rota.stream.status;

/**
 * How far a partition is opened.
 *
 * @param what is done: rows are restored, counted in records of their changelog, which have up to
 *     thousands of rows each; or pages of the ledger are decided again
 * @param secondsLeft at the speed so far; null: it is not known yet
 */
public record Progress(int partition, What what, long done, long of, Long secondsLeft) {
  /** What takes time while a partition is opened. */
  public enum What {
    ROWS_RESTORED,
    PAGES_DECIDED_AGAIN
  }
}
