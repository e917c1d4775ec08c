package dev.rota.bots.values;

import static dev.rota.kernel.domain.FieldKind.INTEGER;
import static dev.rota.kernel.domain.FieldKind.NUMBER;

import dev.rota.kernel.domain.RecordFields.FieldVisitor;

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

  /** All but the last one, which is a later field of the policy's row. */
  PacingSettings visit(FieldVisitor fields) {
    return new PacingSettings(
        fields.value("priorityPercentage", priorityPercentage, INTEGER.from(0, 100)),
        fields.value("seed", seed, NUMBER),
        // At 0 an assigner would consider the same job without a bot for ever (V012).
        fields.value("failureBackoffMs", failureBackoff, GridLimits.millis(1)),
        fields.value("intervalMs", interval, GridLimits.millis(1)),
        fields.value("jitterMs", jitter, GridLimits.millis(0)),
        fields.decimal("busyFactor", busyFactor, 0, 1000),
        fields.value("assigners", assigners, INTEGER.from(1, 1000)),
        parkedBackOff);
  }

  PacingSettings backingOff(boolean parked) {
    return new PacingSettings(
        priorityPercentage, seed, failureBackoff, interval, jitter, busyFactor, assigners, parked);
  }
}
