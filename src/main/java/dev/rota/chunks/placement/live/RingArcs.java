package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.InterpolationSearch;
import dev.rota.kernel.engine.ParallelParts;
import java.util.Arrays;

/** All planned copies on each ring, in the order of their hashes. A joining worker reads an arc. */
final class RingArcs {
  /** Rings per part of the work. */
  private static final int RINGS = 128;

  // Shared by all rings without a copy: a small network has many.
  private static final int[] NO_SLOTS = {};
  private static final char[] NO_TAGS = {};

  private final LiveCopies copies;
  private final int[][] slots;
  private final char[][] tags;
  private final int[] counts;

  /** Indexes all copies of the chunks in these slots. */
  RingArcs(LiveCopies copies, int[] chunks, int rings, ParallelParts parts) {
    this.copies = copies;
    slots = new int[rings][];
    tags = new char[rings][];
    counts = new int[rings];
    for (int slot : chunks) {
      for (int tag = 0; tag < copies.planned(slot); tag++) {
        counts[copies.ring(slot, tag)]++;
      }
    }
    for (int ring = 0; ring < rings; ring++) {
      int count = counts[ring];
      slots[ring] = count == 0 ? NO_SLOTS : new int[count + count / 16 + 4];
      tags[ring] = count == 0 ? NO_TAGS : new char[slots[ring].length];
    }
    Arrays.fill(counts, 0);
    for (int slot : chunks) {
      for (int tag = 0; tag < copies.planned(slot); tag++) {
        int ring = copies.ring(slot, tag);
        slots[ring][counts[ring]] = slot;
        tags[ring][counts[ring]++] = (char) tag;
      }
    }
    parts.ranges(
        rings,
        RINGS,
        (from, to) -> {
          for (int ring = from; ring < to; ring++) {
            sort(ring);
          }
        });
  }

  /** Bucket sort by the leading bits. Hashes are spread evenly, so few remain out of order. */
  private void sort(int ring) {
    int count = counts[ring];
    int bits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(count));
    int[] starts = new int[(1 << bits) + 1];
    long[] unsorted = new long[count];
    for (int i = 0; i < count; i++) {
      unsorted[i] = copies.hash(slots[ring][i], tags[ring][i]);
      starts[(int) (unsorted[i] >>> (Long.SIZE - bits)) + 1]++;
    }
    for (int i = 1; i < starts.length; i++) {
      starts[i] += starts[i - 1];
    }
    int[] wasSlots = Arrays.copyOf(slots[ring], count);
    char[] wasTags = Arrays.copyOf(tags[ring], count);
    long[] hashes = new long[count];
    int[] ends = starts.clone();
    for (int i = 0; i < count; i++) {
      int stretch = (int) (unsorted[i] >>> (Long.SIZE - bits));
      int at = ends[stretch]++;
      for (; at > starts[stretch] && Long.compareUnsigned(hashes[at - 1], unsorted[i]) > 0; at--) {
        hashes[at] = hashes[at - 1];
        slots[ring][at] = slots[ring][at - 1];
        tags[ring][at] = tags[ring][at - 1];
      }
      hashes[at] = unsorted[i];
      slots[ring][at] = wasSlots[i];
      tags[ring][at] = wasTags[i];
    }
  }

  int rings() {
    return slots.length;
  }

  private long hash(int ring, int at) {
    return copies.hash(slots[ring][at], tags[ring][at]);
  }

  /** Returns the index of the first copy on a ring whose hash is not less. */
  private int index(int ring, long hash) {
    return InterpolationSearch.index(counts[ring], hash, at -> hash(ring, at));
  }

  void add(int slot, int tag) {
    int ring = copies.ring(slot, tag);
    if (counts[ring] == slots[ring].length) {
      int more = counts[ring] + counts[ring] / 8 + 4;
      slots[ring] = Arrays.copyOf(slots[ring], more);
      tags[ring] = Arrays.copyOf(tags[ring], more);
    }
    int at = index(ring, copies.hash(slot, tag));
    System.arraycopy(slots[ring], at, slots[ring], at + 1, counts[ring] - at);
    System.arraycopy(tags[ring], at, tags[ring], at + 1, counts[ring] - at);
    slots[ring][at] = slot;
    tags[ring][at] = (char) tag;
    counts[ring]++;
  }

  void remove(int slot, int tag) {
    int ring = copies.ring(slot, tag);
    int at = index(ring, copies.hash(slot, tag));
    while (slots[ring][at] != slot || tags[ring][at] != tag) {
      at++;
    }
    System.arraycopy(slots[ring], at + 1, slots[ring], at, counts[ring] - at - 1);
    System.arraycopy(tags[ring], at + 1, tags[ring], at, counts[ring] - at - 1);
    counts[ring]--;
  }

  interface Reader {
    void take(int slot, int tag);
  }

  /** Reads copies after one hash up to another; all copies if both are equal. */
  void each(int ring, long after, long upTo, Reader reader) {
    int count = counts[ring];
    int at = after == -1 ? 0 : index(ring, after + 1);
    for (int i = 0; i < count; i++, at++) {
      at = at == count ? 0 : at;
      long hash = hash(ring, at);
      if (after != upTo && Long.compareUnsigned(hash - after - 1, upTo - after - 1) > 0) {
        return;
      }
      reader.take(slots[ring][at], tags[ring][at]);
    }
  }
}
