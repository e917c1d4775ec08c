package dev.rota.chunks;

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
 */
public record Moves(
    List<WorkerMoves> workers,
    SortedMap<Integer, Integer> replication,
    Path path,
    long copies,
    long leftOut)
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
   * before and after is in neither list, whatever its figures are.
   *
   * @param added see {@link LivePlacement#chunk}
   * @param removed see {@link LivePlacement#chunk}
   * @param addedBytes of what it fetches
   * @param bytes of all that it holds afterwards
   */
  @SuppressWarnings("ArrayRecordComponent") // a set of moves is read, never compared
  public record WorkerMoves(
      PeerId worker, int[] added, int[] removed, long addedBytes, long bytes) {}

  /** What all workers together fetch, in bytes. */
  public long addedBytes() {
    return workers.stream().mapToLong(WorkerMoves::addedBytes).sum();
  }
}
