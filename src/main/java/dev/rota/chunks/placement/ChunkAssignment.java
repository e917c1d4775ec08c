package dev.rota.chunks.placement;

import java.util.Arrays;
import java.util.SortedMap;

/** The chunks of each worker. Workers and chunks are positions in the scheduler's input. */
public final class ChunkAssignment implements ScheduleResult {
  private final SortedMap<Integer, Integer> replication;
  private final int[][] chunks;
  private final long leftOut;

  /** Takes ownership of the lists. */
  ChunkAssignment(SortedMap<Integer, Integer> replication, int[][] chunks, long leftOut) {
    this.replication = replication;
    this.chunks = chunks;
    this.leftOut = leftOut;
  }

  /**
   * Returns the number of copies, by weight (rule 4). In {@link PlacementPolicy.Order#SEED} it is
   * the planned number. In {@link PlacementPolicy.Order#HEAD} it is the minimum that a chunk of the
   * weight got. With two passes, the first one counts.
   */
  public SortedMap<Integer, Integer> replication() {
    return replication;
  }

  public int workers() {
    return chunks.length;
  }

  /** Returns the chunks of a worker, ascending. */
  public int[] chunks(int worker) {
    return chunks[worker].clone();
  }

  public long copies() {
    return Arrays.stream(chunks).mapToLong(held -> held.length).sum();
  }

  /** Returns the number of planned copies above the minimum without room; of the first pass. */
  public long leftOut() {
    return leftOut;
  }
}
