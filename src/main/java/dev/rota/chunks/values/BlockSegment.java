package dev.rota.chunks.values;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.SoftwareVersion;
import java.util.List;
import java.util.Optional;

/**
 * A range of a dataset's blocks whose chunks have the same weight and minimum version (rule 1).
 *
 * @param from its first block; a negative value counts back from the dataset's last block
 * @param leastVersion see {@link Chunk#leastVersion}; null for any
 */
public record BlockSegment(long from, int weight, SoftwareVersion leastVersion) {
  /** The segment of a dataset without settings. */
  public static final BlockSegment WHOLE = new BlockSegment(0, 1, null);

  /**
   * Returns the segment of a chunk. A chunk before all segments has none and is not placed.
   *
   * @param segments ordered by start; {@link #WHOLE} if empty
   * @param firstBlock of the chunk
   * @param lastBlock of the dataset
   */
  public static Optional<BlockSegment> of(
      List<BlockSegment> segments, long firstBlock, long lastBlock) {
    BlockSegment found = null;
    long start = 0;
    for (BlockSegment segment : segments.isEmpty() ? List.of(WHOLE) : segments) {
      long own = segment.from < 0 ? lastBlock + segment.from : segment.from;
      // A start before block 0 wraps around to a number that no block reaches.
      if (Long.compareUnsigned(own, start) > 0) {
        start = own;
      }
      if (Long.compareUnsigned(start, firstBlock) <= 0) {
        found = segment;
      }
    }
    return Optional.ofNullable(found);
  }

  /** Returns a chunk of the segment as it is placed. */
  public Chunk chunk(ChunkName name, long bytes) {
    return new Chunk(name.dataset(), name.id(), bytes, weight, leastVersion);
  }
}
