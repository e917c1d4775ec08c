package dev.rota.chunks.placement;

import dev.rota.kernel.engine.ParallelParts;
import java.util.Arrays;

/**
 * Finds each copy's home: the rank on its ring and the worker there, packed into one int.
 *
 * <p>Millions of random memory accesses would dominate the cost. So copies are sorted by groups of
 * rings and within a group by ring, and one ring is searched at a time.
 */
final class RingSearch {
  /** Rings per group: the copies of a group, some ten thousand, fit the processor's cache. */
  private static final int GROUP = 64;

  /** Groups per part of the work. */
  private static final int GROUPS = 8;

  private final PlannedCopies copies;
  private final HashRings rings;
  private final int[] homes;
  private final int groups;

  /** The copies by group with their rings and hashes, and the start of each group. */
  private final int[] grouped;

  private final char[] groupedRings;
  private final long[] groupedHashes;
  private final int[] groupStarts;
  private final int largest;

  private RingSearch(PlannedCopies copies, HashRings rings, ParallelParts parts) {
    this.copies = copies;
    this.rings = rings;
    homes = new int[copies.count()];
    grouped = new int[copies.count()];
    groupedRings = new char[copies.count()];
    groupedHashes = new long[copies.count()];
    groups = (rings.count() + GROUP - 1) / GROUP;
    groupStarts = new int[groups + 1];
    largest = group(parts);
  }

  /** Returns the home of each copy, see {@link #rank} and {@link #worker}. */
  static int[] of(PlannedCopies copies, HashRings rings, ParallelParts parts) {
    RingSearch homes = new RingSearch(copies, rings, parts);
    parts.ranges(homes.groups, GROUPS, homes::find);
    return homes.homes;
  }

  static int home(int rank, int worker) {
    return rank << Character.SIZE | worker;
  }

  static int rank(int home) {
    return home >>> Character.SIZE;
  }

  static int worker(int home) {
    return home & Character.MAX_VALUE;
  }

  /**
   * Sorts all copies by group and returns the size of the largest group. Each part counts its
   * copies first, so that parts can write side by side.
   */
  private int group(ParallelParts parts) {
    int chunks = copies.chunks();
    int[][] next = new int[(chunks + PlannedCopies.PART - 1) / PlannedCopies.PART][];
    parts.ranges(
        chunks,
        PlannedCopies.PART,
        (from, to) -> next[from / PlannedCopies.PART] = counts(from, to));
    int start = 0;
    int most = 0;
    for (int group = 0; group < groups; group++) {
      groupStarts[group] = start;
      for (int[] part : next) {
        int count = part[group];
        part[group] = start;
        start += count;
      }
      most = Math.max(most, start - groupStarts[group]);
    }
    groupStarts[groups] = start;
    parts.ranges(
        chunks, PlannedCopies.PART, (from, to) -> group(from, to, next[from / PlannedCopies.PART]));
    return most;
  }

  private int[] counts(int from, int to) {
    int[] counts = new int[groups];
    for (int copy = copies.first(from); copy < copies.first(to); copy++) {
      counts[copies.ring(copy) / GROUP]++;
    }
    return counts;
  }

  private void group(int from, int to, int[] next) {
    copies.hash(
        from,
        to,
        (copy, hash) -> {
          int ring = copies.ring(copy);
          int at = next[ring / GROUP]++;
          grouped[at] = copy;
          groupedRings[at] = (char) ring;
          groupedHashes[at] = hash;
        });
  }

  private void find(int from, int to) {
    Search search = new Search();
    for (int group = from; group < to; group++) {
      search.find(group);
    }
  }

  /** Finds the homes of one group at a time. */
  private final class Search {
    private final HashRings.Hand hand = rings.new Hand();

    /** The current group by ring: hashes, and each one's place in the group. */
    private final long[] hashes = new long[largest];

    private final int[] places = new int[largest];
    private final int[] starts = new int[GROUP + 2];
    private final int[] found = new int[largest];

    void find(int group) {
      int first = group * GROUP;
      int start = groupStarts[group];
      int count = groupStarts[group + 1] - start;
      sort(first, start, count);
      for (int ring = first; ring < Math.min(rings.count(), first + GROUP); ring++) {
        hand.take(ring);
        for (int at = starts[ring - first]; at < starts[ring - first + 1]; at++) {
          int rank = hand.rank(hashes[at]);
          found[places[at]] = home(rank, rings.worker(ring, rank, 0));
        }
      }
      for (int place = 0; place < count; place++) {
        homes[grouped[start + place]] = found[place];
      }
    }

    private void sort(int ring, int start, int count) {
      Arrays.fill(starts, 0);
      for (int place = 0; place < count; place++) {
        starts[groupedRings[start + place] - ring + 2]++;
      }
      for (int i = 1; i < starts.length; i++) {
        starts[i] += starts[i - 1];
      }
      for (int place = 0; place < count; place++) {
        int at = starts[groupedRings[start + place] - ring + 1]++;
        hashes[at] = groupedHashes[start + place];
        places[at] = place;
      }
    }
  }
}
