package dev.rota.chunks.placement;

/**
 * A storage worker as a pass sees it.
 *
 * @param capacity in bytes; what may be placed on it
 * @param version null: unknown, and no restricted chunk goes there
 * @param reliable it takes part in the first pass (rules 2 and 6)
 */
public record Worker(PeerId id, long capacity, SoftwareVersion version, boolean reliable) {
  /** Refuses a negative capacity. */
  public Worker {
    if (capacity < 0) {
      throw new IllegalArgumentException("a capacity of " + capacity + " bytes is negative");
    }
  }

  /** Whether it may hold a chunk that asks for this version. */
  public boolean satisfies(SoftwareVersion least) {
    return version != null && version.compareTo(least) >= 0;
  }
}
