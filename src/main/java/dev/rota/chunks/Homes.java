package dev.rota.chunks;

import java.util.Arrays;

/**
 * Where copies are at home: the rank on their ring, and the worker there, both in one number.
 *
 * <p>Millions of look-ups all over the memory would cost more than all else. So copies are sorted
 * by groups of rings, and within a group by ring, and one ring is at hand at a time.
 */
final class Homes {
  /** So many rings that the copies of a group, some ten thousands, stay near the processor. */
  private static final int GROUP = 64;

  private final Copies copies;
  private final Rings rings;
  private final int[] homes;

  /** The copies by group, with their rings and hashes, and where each group begins. */
  private final int[] grouped;

  private final char[] groupedRings;
  private final long[] groupedHashes;
  private final int[] groupStarts;

  /** Of the group at hand, by ring: hashes, and the places in the group that they are from. */
  private final long[] hashes;

  private final int[] places;
  private final int[] starts = new int[GROUP + 2];
  private final int[] found;

  private Homes(Copies copies, Rings rings) {
    this.copies = copies;
    this.rings = rings;
    homes = new int[copies.count()];
    grouped = new int[copies.count()];
    groupedRings = new char[copies.count()];
    groupedHashes = new long[copies.count()];
    groupStarts = new int[rings.count() / GROUP + 3];
    int largest = group();
    hashes = new long[largest];
    places = new int[largest];
    found = new int[largest];
  }

  /** The home of each copy, which {@link #rank} and {@link #worker} take apart. */
  static int[] of(Copies copies, Rings rings) {
    Homes homes = new Homes(copies, rings);
    for (int ring = 0; ring < rings.count(); ring += GROUP) {
      homes.find(ring, Math.min(rings.count(), ring + GROUP));
    }
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

  /** Sorts all copies by group, and says how many the largest group has. */
  private int group() {
    for (int copy = 0; copy < grouped.length; copy++) {
      groupStarts[copies.ring(copy) / GROUP + 2]++;
    }
    int largest = Arrays.stream(groupStarts).max().orElse(0);
    sum(groupStarts);
    for (int copy = 0; copy < grouped.length; copy++) {
      int at = groupStarts[copies.ring(copy) / GROUP + 1]++;
      grouped[at] = copy;
      groupedRings[at] = (char) copies.ring(copy);
      groupedHashes[at] = copies.hash(copy);
    }
    return largest;
  }

  private void find(int from, int to) {
    int start = groupStarts[from / GROUP];
    int count = groupStarts[from / GROUP + 1] - start;
    sort(from, start, count);
    for (int ring = from; ring < to; ring++) {
      rings.take(ring);
      for (int at = starts[ring - from]; at < starts[ring - from + 1]; at++) {
        int rank = rings.rank(hashes[at]);
        found[places[at]] = home(rank, rings.worker(ring, rank, 0));
      }
    }
    for (int place = 0; place < count; place++) {
      homes[grouped[start + place]] = found[place];
    }
  }

  /** Sorts a group's copies by ring. */
  private void sort(int ring, int start, int count) {
    Arrays.fill(starts, 0);
    for (int place = 0; place < count; place++) {
      starts[groupedRings[start + place] - ring + 2]++;
    }
    sum(starts);
    for (int place = 0; place < count; place++) {
      int at = starts[groupedRings[start + place] - ring + 1]++;
      hashes[at] = groupedHashes[start + place];
      places[at] = place;
    }
  }

  private static void sum(int[] counts) {
    for (int i = 1; i < counts.length; i++) {
      counts[i] += counts[i - 1];
    }
  }
}
