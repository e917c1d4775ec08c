package dev.rota.chunks.placement;

import java.util.List;
import java.util.SortedMap;

/**
 * The difference between the previous assignment and the new one.
 *
 * @param workers those with changes, in the order of the demand; then those that left and held
 *     chunks, in the order of the previous demand
 * @param replication the number of copies, by weight, see {@link ChunkAssignment#replication}
 * @param path how the assignment was computed; the result does not depend on it
 * @param copies placed on all workers
 * @param leftOut planned copies above the minimum without a place; with two passes, of the first
 *     one
 * @param resized the chunks whose sizes changed
 */
public record PlacementMoves(
    List<WorkerMoves> workers,
    SortedMap<Integer, Integer> replication,
    Path path,
    long copies,
    long leftOut,
    ResizedChunks resized)
    implements PlacementResult {
  /** How an assignment was computed. */
  public enum Path {
    /** All copies were placed anew. */
    BATCH,
    /** Only copies that the demand affects were placed again. */
    REPAIR
  }

  /**
   * The chunks that a worker fetches and drops, as slots in placement order. A chunk that the
   * worker holds before and after is listed only if its size changed.
   *
   * @param added see {@link Placement#chunk}
   * @param removed see {@link Placement#chunk}
   * @param resized held before and after, to be fetched again
   * @param fetchedBytes of {@code added} and {@code resized}
   * @param bytes of all chunks that the worker holds afterwards
   */
  @SuppressWarnings("ArrayRecordComponent") // moves are read, never compared
  public record WorkerMoves(
      PeerId worker, int[] added, int[] removed, int[] resized, long fetchedBytes, long bytes) {
    public static WorkerMoves none(PeerId worker, long bytes) {
      return new WorkerMoves(worker, new int[0], new int[0], new int[0], 0, bytes);
    }

    /** Returns these moves with slots to fetch again. */
    public WorkerMoves again(int[] slots, long slotBytes) {
      return new WorkerMoves(worker, added, removed, slots, fetchedBytes + slotBytes, bytes);
    }
  }

  /** Returns the bytes that all workers fetch. */
  public long fetchedBytes() {
    return workers.stream().mapToLong(WorkerMoves::fetchedBytes).sum();
  }
}
