package dev.rota.chunks.placement;

import dev.rota.kernel.domain.DecimalText;

/**
 * The settings of the placement.
 *
 * @param order of placement; it also decides what happens to a copy that fits nowhere (rule 5)
 * @param rings the number of rings, 1 to {@link #RINGS_MAX} (rule 3)
 * @param saturation the share of the capacity that factors are planned with, in (0, 1] (rule 4)
 * @param minReplication the minimum of copies of a chunk, 1 to {@link #REPLICATION_MAX} (rule 4)
 * @param ignoreReliability true for one pass over all workers (rule 6)
 */
public record PlacementPolicy(
    Order order, int rings, double saturation, int minReplication, boolean ignoreReliability) {
  public enum Order {
    /** Chunk by chunk. A copy that fits nowhere fails the whole assignment. */
    SEED,
    /** All minimum copies first, then round by round. A copy above the minimum may be left out. */
    HEAD
  }

  /** A ring's number is hashed as two bytes. */
  public static final int RINGS_MAX = 0x10000;

  /** A copy's tag is hashed as two bytes. */
  public static final int REPLICATION_MAX = 0xffff;

  /** The production network's settings. */
  public static final PlacementPolicy DEFAULT =
      new PlacementPolicy(Order.SEED, 6000, 0.99, 2, false);

  public PlacementPolicy {
    if (rings < 1 || rings > RINGS_MAX) {
      throw new IllegalArgumentException("rings is " + rings + ", not 1 to " + RINGS_MAX);
    }
    if (!(saturation > 0 && saturation <= 1)) {
      throw new IllegalArgumentException(
          "saturation is " + DecimalText.text(saturation) + ", not in (0, 1]");
    }
    if (minReplication < 1 || minReplication > REPLICATION_MAX) {
      throw new IllegalArgumentException(
          "minReplication is " + minReplication + ", not 1 to " + REPLICATION_MAX);
    }
  }

  /** True if the worker takes part in the first pass (rule 6). */
  public boolean counts(PlacementWorker worker) {
    return ignoreReliability || worker.reliable();
  }
}
