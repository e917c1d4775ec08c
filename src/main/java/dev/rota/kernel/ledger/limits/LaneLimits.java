package dev.rota.kernel.ledger.limits;

import java.time.Duration;

/**
 * When the lanes of one task are closed. It never changes a decision: a closed lane is opened again
 * from its rows.
 *
 * @param open with more lanes in memory, those are closed that were not used for the longest time
 * @param idle a lane is closed when it was not used for this time
 */
public record LaneLimits(int open, Duration idle) {
  public static final LaneLimits DEFAULT = new LaneLimits(10_000, Duration.ofMinutes(10));
}
