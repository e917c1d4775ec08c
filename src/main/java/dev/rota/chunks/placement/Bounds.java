package dev.rota.chunks.placement;

import dev.rota.chunks.placement.Shortage.Reason;
import java.util.SortedMap;

/**
 * How large a network can be. A placement is held in memory, some sixty bytes a copy: a network of
 * many small chunks may have each of them on each worker, and is refused before it takes all of it.
 */
public final class Bounds {
  /** Ten times as many as a million chunks on two thousand workers have. */
  static final long COPIES_MAX = 100_000_000;

  /** Workers times rings. */
  static final long PLACES_MAX = 500_000_000;

  private Bounds() {}

  /**
   * Null: it is not too large.
   *
   * @param copies how many are planned
   * @param factors that make them, by weight
   */
  public static Shortage check(
      long copies, SortedMap<Integer, Integer> factors, int workers, int rings) {
    long places = (long) workers * rings;
    if (places > PLACES_MAX) {
      return tooMany(
          workers
              + " workers on "
              + rings
              + " rings are "
              + places
              + " places, at most "
              + PLACES_MAX
              + " can be: set fewer rings");
    }
    return copies <= COPIES_MAX
        ? null
        : tooMany(
            copies
                + " copies are planned, with factors "
                + factors
                + " by weight, at most "
                + COPIES_MAX
                + " can be: merge small chunks, or lower saturation or minReplication");
  }

  private static Shortage tooMany(String detail) {
    return new Shortage(Reason.TOO_MANY_COPIES, Shortage.ALL, null, detail);
  }
}
