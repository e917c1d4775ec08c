package dev.rota.chunks.placement;

import java.util.Arrays;
import java.util.SortedMap;

/**
 * Which chunks each worker holds; workers and chunks are told by their positions in what was given.
 */
public final class Assignment implements Scheduled {
  private final SortedMap<Integer, Integer> replication;
  private final int[][] chunks;
  private final long leftOut;

  /** The lists are the assignment's own from here on. */
  Assignment(SortedMap<Integer, Integer> replication, int[][] chunks, long leftOut) {
    this.replication = replication;
    this.chunks = chunks;
    this.leftOut = leftOut;
  }

  /**
   * How many copies chunks have, by weight: in {@link PlacementPolicy.Order#SEED} as planned, in
   * {@link PlacementPolicy.Order#HEAD} the fewest that a chunk of the weight got (rule 4); those of
   * the first pass, where there are two.
   */
  public SortedMap<Integer, Integer> replication() {
    return replication;
  }

  /** How many workers there are. */
  public int workers() {
    return chunks.length;
  }

  /** The chunks of a worker, ascending. */
  public int[] chunks(int worker) {
    return chunks[worker].clone();
  }

  /** How many copies all workers hold. */
  public long copies() {
    return Arrays.stream(chunks).mapToLong(held -> held.length).sum();
  }

  /**
   * How many planned copies above the floor found no room; of the first pass, where there are two.
   */
  public long leftOut() {
    return leftOut;
  }
}
