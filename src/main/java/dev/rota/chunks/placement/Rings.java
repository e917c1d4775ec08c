package dev.rota.chunks.placement;

import java.util.Arrays;
import java.util.List;

/** On each ring all workers of a pass, in the order of their hashes there (rule 3). */
public final class Rings {
  /** The most workers of a pass: one is two bytes, and the largest number is none. */
  public static final int WORKERS_MAX = 0xffff;

  private final SeaHash[] workers;
  private final int rings;

  /** Workers by their positions in the pass's list, ring after ring. */
  private final char[] order;

  private final boolean[] tied;

  /** Sorts no ring yet: {@link Hand} does. */
  Rings(List<Worker> workers, int rings) {
    if (workers.size() > WORKERS_MAX) {
      throw new IllegalArgumentException(
          workers.size() + " workers are more than " + WORKERS_MAX + " of one network");
    }
    this.rings = rings;
    this.workers = workers.stream().map(Rings::text).toArray(SeaHash[]::new);
    order = new char[Math.multiplyExact(workers.size(), rings)];
    tied = new boolean[rings];
  }

  /** What is hashed of a worker before a ring's number. */
  public static SeaHash text(Worker worker) {
    byte[] id = worker.id().bytes();
    byte[] text = Arrays.copyOf(id, id.length + 1);
    text[id.length] = ':';
    return new SeaHash(text, text.length);
  }

  /** The worker on a ring so many ranks after another one. */
  public int worker(int ring, int rank, int steps) {
    int at = rank + steps;
    return order[ring * workers.length + (at < workers.length ? at : at - workers.length)];
  }

  public int count() {
    return rings;
  }

  /** Whether two workers have the same hash on one of the rings. */
  public boolean tied() {
    for (boolean one : tied) {
      if (one) {
        return true;
      }
    }
    return false;
  }

  /** What each worker's hashes are made of, to be the caller's own from here on. */
  public SeaHash[] texts() {
    return workers;
  }

  /** All rings, to be the caller's own from here on. */
  public char[] order() {
    return order;
  }

  /** One ring at a time: takes it, and then knows the hashes on it. */
  final class Hand {
    /** As they come, and sorted; where each stretch of hashes begins. */
    private final long[] hashes = new long[workers.length];

    private final long[] sorted = new long[workers.length];
    private final int[] stretches;
    private final int shift;

    Hand() {
      // As many stretches as there are workers, or up to twice as many: each holds about one.
      int bits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(workers.length));
      shift = Long.SIZE - bits;
      stretches = new int[(1 << bits) + 2];
    }

    /**
     * The rank, on the ring at hand, of the first worker whose hash is no less; the first follows
     * the last.
     */
    int rank(long hash) {
      int rank = stretches[(int) (hash >>> shift)];
      while (rank < sorted.length && Long.compareUnsigned(sorted[rank], hash) < 0) {
        rank++;
      }
      return rank == sorted.length ? 0 : rank;
    }

    /** Sorts a ring. Hashes are spread evenly: sorted by stretches, few are out of order. */
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
