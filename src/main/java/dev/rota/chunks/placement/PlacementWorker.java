package dev.rota.chunks.placement;

/**
 * A storage worker as a pass sees it.
 *
 * @param capacity in bytes, not negative
 * @param version null if unknown; such a worker gets no restricted chunk
 * @param reliable true if the worker takes part in the first pass (rules 2 and 6)
 */
public record PlacementWorker(PeerId id, long capacity, SoftwareVersion version, boolean reliable) {
  public PlacementWorker {
    if (capacity < 0) {
      throw new IllegalArgumentException("a capacity of " + capacity + " bytes is negative");
    }
  }

  /** True if the worker may hold a chunk with this minimum version; null: any. */
  public boolean satisfies(SoftwareVersion least) {
    return least == null || version != null && version.compareTo(least) >= 0;
  }
}
