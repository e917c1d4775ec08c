package dev.rota.chunks.placement;

import dev.rota.chunks.placement.PlacementShortage.Reason;
import java.util.SortedMap;

/**
 * The maximum size of a network. A placement takes some sixty bytes of memory per copy. A plan with
 * too many copies is refused before it exhausts memory.
 */
public final class PlacementBounds {
  /** Ten times the copies of a million chunks on two thousand workers. */
  static final long COPIES_MAX = 100_000_000;

  /** Workers times rings. */
  static final long PLACES_MAX = 500_000_000;

  private PlacementBounds() {}

  /**
   * Returns null if the network is within bounds.
   *
   * @param copies the number of planned copies
   * @param factors the number of copies, by weight
   */
  public static PlacementShortage check(
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

  private static PlacementShortage tooMany(String detail) {
    return new PlacementShortage(Reason.TOO_MANY_COPIES, PlacementShortage.ALL, null, detail);
  }
}
