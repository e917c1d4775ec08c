package dev.rota.chunks.placement;

/**
 * How copies are placed.
 *
 * @param order of placement, and what becomes of a copy that fits nowhere (rule 5)
 * @param rings how many rings there are (rule 3)
 * @param saturation what share of the capacity the factors plan with (rule 4)
 * @param minReplication the fewest copies of a chunk (rule 4)
 * @param ignoreReliability one pass over all workers (rule 6)
 */
public record PlacementPolicy(
    Order order, int rings, double saturation, int minReplication, boolean ignoreReliability) {
  /** Which copies are placed first. */
  public enum Order {
    /** Chunk by chunk; a copy that fits nowhere forbids the whole assignment. */
    SEED,
    /** All floors first, then round by round; a copy above the floor may be left out. */
    HEAD
  }

  /** A ring's number is hashed as two bytes. */
  public static final int RINGS_MAX = 0x10000;

  /** A copy's tag is hashed as two bytes. */
  public static final int REPLICATION_MAX = 0xffff;

  /** The network's own figures. */
  public static final PlacementPolicy DEFAULT =
      new PlacementPolicy(Order.SEED, 6000, 0.99, 2, false);

  /** Refuses what is out of range. */
  public PlacementPolicy {
    if (rings < 1 || rings > RINGS_MAX) {
      throw new IllegalArgumentException("rings is " + rings + ", not 1 to " + RINGS_MAX);
    }
    if (!(saturation > 0 && saturation <= 1)) {
      throw new IllegalArgumentException("saturation is " + saturation + ", not in (0, 1]");
    }
    if (minReplication < 1 || minReplication > REPLICATION_MAX) {
      throw new IllegalArgumentException(
          "minReplication is " + minReplication + ", not 1 to " + REPLICATION_MAX);
    }
  }
}
