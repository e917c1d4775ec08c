package dev.rota.chunks.placement;

import java.util.Arrays;
import java.util.List;

/** All workers of a pass on each ring, in the order of their hashes (rule 3). */
public final class HashRings {
  /** The maximum of workers in a pass: a worker is two bytes, and the largest number means none. */
  public static final int WORKERS_MAX = 0xffff;

  private final SeaHash[] workers;
  private final int rings;

  /** Positions of workers in the pass's list, ring after ring. */
  private final char[] order;

  private final boolean[] tied;

  /** Sorts nothing yet: {@link Hand#take} sorts one ring. */
  HashRings(List<PlacementWorker> workers, int rings) {
    if (workers.size() > WORKERS_MAX) {
      throw new IllegalArgumentException(
          workers.size() + " workers are more than " + WORKERS_MAX + " of one network");
    }
    this.rings = rings;
    this.workers = workers.stream().map(HashRings::text).toArray(SeaHash[]::new);
    order = new char[Math.multiplyExact(workers.size(), rings)];
    tied = new boolean[rings];
  }

  /** Returns the text that is hashed before a ring's number. */
  public static SeaHash text(PlacementWorker worker) {
    byte[] id = worker.id().bytes();
    byte[] text = Arrays.copyOf(id, id.length + 1);
    text[id.length] = ':';
    return new SeaHash(text, text.length);
  }

  /** Returns the worker that is {@code steps} ranks after a rank on a ring. */
  public int worker(int ring, int rank, int steps) {
    int at = rank + steps;
    return order[ring * workers.length + (at < workers.length ? at : at - workers.length)];
  }

  public int count() {
    return rings;
  }

  /** True if two workers have the same hash on some ring. */
  public boolean tied() {
    for (boolean one : tied) {
      if (one) {
        return true;
      }
    }
    return false;
  }

  /** Returns the hashed text of each worker. The caller owns the array from here on. */
  public SeaHash[] texts() {
    return workers;
  }

  /** Returns all rings. The caller owns the array from here on. */
  public char[] order() {
    return order;
  }

  /** Sorts one ring at a time and keeps its hashes. */
  final class Hand {
    /** The hashes by worker, the sorted hashes, and the start of each bucket of hashes. */
    private final long[] hashes = new long[workers.length];

    private final long[] sorted = new long[workers.length];
    private final int[] stretches;
    private final int shift;

    Hand() {
      // One to two buckets per worker, so that each holds about one hash.
      int bits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(workers.length));
      shift = Long.SIZE - bits;
      stretches = new int[(1 << bits) + 2];
    }

    /**
     * Returns the rank on the current ring of the first worker whose hash is not less. After the
     * last worker comes the first.
     */
    int rank(long hash) {
      int rank = stretches[(int) (hash >>> shift)];
      while (rank < sorted.length && Long.compareUnsigned(sorted[rank], hash) < 0) {
        rank++;
      }
      return rank == sorted.length ? 0 : rank;
    }

    /** Sorts a ring. Hashes are spread evenly, so few are out of order after the bucket sort. */
    void take(int ring) {
      Arrays.fill(stretches, 0);
      for (int worker = 0; worker < workers.length; worker++) {
        hashes[worker] = workers[worker].with(ring);
        stretches[(int) (hashes[worker] >>> shift) + 2]++;
      }
      for (int i = 1; i < stretches.length; i++) {
        stretches[i] += stretches[i - 1];
      }
      int start = ring * workers.length;
      for (int worker = 0; worker < workers.length; worker++) {
        int at = stretches[(int) (hashes[worker] >>> shift) + 1]++;
        sorted[at] = hashes[worker];
        order[start + at] = (char) worker;
      }
      for (int next = 1; next < sorted.length; next++) {
        long hash = sorted[next];
        char worker = order[start + next];
        int at = next;
        for (; at > 0 && Long.compareUnsigned(sorted[at - 1], hash) > 0; at--) {
          sorted[at] = sorted[at - 1];
          order[start + at] = order[start + at - 1];
        }
        tied[ring] |= at > 0 && sorted[at - 1] == hash;
        sorted[at] = hash;
        order[start + at] = worker;
      }
    }
  }
}
