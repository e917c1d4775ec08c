package dev.rota.chunks.placement;

import java.util.List;
import java.util.SortedMap;

/**
 * From the assignment before to the one that was asked for.
 *
 * @param workers those that have something to do, in the order of the demand; then those that are
 *     no longer there and held something, in the order of the demand before
 * @param replication how many copies chunks have, by weight, see {@link Assignment#replication}
 * @param path how it was found; it makes no difference to what is found
 * @param copies that are placed now, on all workers
 * @param leftOut planned copies above the floor that found no room; of the first pass, where there
 *     are two
 * @param resized the chunks that have other sizes than before
 */
public record Moves(
    List<WorkerMoves> workers,
    SortedMap<Integer, Integer> replication,
    Path path,
    long copies,
    long leftOut,
    Resized resized)
    implements Placed {
  /** How an assignment was found. */
  public enum Path {
    /** All copies were placed anew. */
    BATCH,
    /** Only what the demand touches was placed again. */
    REPAIR
  }

  /**
   * What a worker fetches and what it drops; slots in the order of placement. A chunk that it holds
   * before and after is in no list, unless its size is another one.
   *
   * @param added see {@link Placement#chunk}
   * @param removed see {@link Placement#chunk}
   * @param resized that it holds before and after, and has to fetch again
   * @param fetchedBytes of all that it fetches, again or not
   * @param bytes of all that it holds afterwards
   */
  @SuppressWarnings("ArrayRecordComponent") // a set of moves is read, never compared
  public record WorkerMoves(
      PeerId worker, int[] added, int[] removed, int[] resized, long fetchedBytes, long bytes) {
    public static WorkerMoves none(PeerId worker, long bytes) {
      return new WorkerMoves(worker, new int[0], new int[0], new int[0], 0, bytes);
    }

    /** The same, and these to fetch again. */
    public WorkerMoves again(int[] slots, long slotBytes) {
      return new WorkerMoves(worker, added, removed, slots, fetchedBytes + slotBytes, bytes);
    }
  }

  /** What all workers together fetch, in bytes. */
  public long fetchedBytes() {
    return workers.stream().mapToLong(WorkerMoves::fetchedBytes).sum();
  }
}
