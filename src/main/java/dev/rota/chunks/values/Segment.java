package dev.rota.chunks.values;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.SoftwareVersion;
import java.util.List;
import java.util.Optional;

/**
 * A stretch of a dataset's blocks whose chunks are alike (rule 1).
 *
 * @param from its first block; negative: counted back from the dataset's last block
 * @param leastVersion see {@link Chunk#leastVersion}; null: any
 */
public record Segment(long from, int weight, SoftwareVersion leastVersion) {
  /** The whole of a dataset, where nothing else is said. */
  public static final Segment WHOLE = new Segment(0, 1, null);

  /**
   * The segment of a chunk; nothing if it lies before them all, and then it is not placed.
   *
   * @param segments by their starts; none: {@link #WHOLE}
   * @param firstBlock of the chunk
   * @param lastBlock of the dataset
   */
  public static Optional<Segment> of(List<Segment> segments, long firstBlock, long lastBlock) {
    Segment found = null;
    long start = 0;
    for (Segment segment : segments.isEmpty() ? List.of(WHOLE) : segments) {
      long own = segment.from < 0 ? lastBlock + segment.from : segment.from;
      // A start before block 0 wraps around: no block is ever as far.
      if (Long.compareUnsigned(own, start) > 0) {
        start = own;
      }
      if (Long.compareUnsigned(start, firstBlock) <= 0) {
        found = segment;
      }
    }
    return Optional.ofNullable(found);
  }
}
