package dev.rota.bots.values;

/**
 * The assigner loop (section 3).
 *
 * @param priorityPercentage the share of draws by priority, in percent; the others go by age
 * @param seed of draws, samples and jitter
 * @param assigners the number of concurrent iterations
 * @param parkedBackOff true if a job that waits beyond its preemption delay is still tried when its
 *     backoff is over, and not before
 */
public record PacingSettings(
    int priorityPercentage,
    long seed,
    long failureBackoff,
    long interval,
    long jitter,
    double busyFactor,
    int assigners,
    boolean parkedBackOff) {
  /** Backoffs of one job: a long silence of the lane would be full of them. */
  public static final int BACKOFFS_MAX = 10_000;

  /** Returns the same for rules that do not know it. */
  PacingSettings parkingAtOnce() {
    return new PacingSettings(
        priorityPercentage, seed, failureBackoff, interval, jitter, busyFactor, assigners, false);
  }
}
