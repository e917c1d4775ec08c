package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.NamedChunks.Wanted;
import java.util.Arrays;

/**
 * Slots in placement order, each with an ascending label. Blocks have widely spaced numbers, and
 * slots within a block have spaced labels. So a new chunk gets a label between two others, and
 * labels of a block, or of all, are rarely renumbered.
 */
final class OrderMaintenanceList {
  private static final int BLOCK = 512;
  private static final int FILL = 384;

  /** Bits of a label within a block, and of a block's number. */
  private static final int WITHIN = 14;

  private static final int NUMBER = 32;

  /** A larger batch of new slots is sorted together with the others. */
  private static final int MANY = 2000;

  private static final int[] NO_INTS = {};
  private static final long[] NO_LONGS = {};
  private static final int[][] NO_BLOCKS = {};

  private final ChunkSlots chunks;
  private long[] labels = NO_LONGS;
  private int[][] blocks = NO_BLOCKS;
  private int[] counts = NO_INTS;
  private long[] numbers = NO_LONGS;
  private int size;
  private int length;

  OrderMaintenanceList(ChunkSlots chunks) {
    this.chunks = chunks;
  }

  int size() {
    return size;
  }

  long label(int slot) {
    return labels[slot];
  }

  int[] slots() {
    int[] slots = new int[size];
    int at = 0;
    for (int block = 0; block < length; block++) {
      System.arraycopy(blocks[block], 0, slots, at, counts[block]);
      at += counts[block];
    }
    return slots;
  }

  /** Returns the slot of a chunk by its name, or -1. */
  int find(Wanted name) {
    int block = block(name);
    if (block < 0) {
      return -1;
    }
    int at = index(block, name);
    boolean found = at < counts[block] && chunks.compare(blocks[block][at], name) == 0;
    return found ? blocks[block][at] : -1;
  }

  /** Returns the last block that starts at or before the name, else 0, or -1 without blocks. */
  private int block(Wanted name) {
    int low = 0;
    int high = length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (chunks.compare(blocks[middle][0], name) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return high < 0 ? -1 : low;
  }

  private int index(int block, Wanted name) {
    int low = 0;
    int high = counts[block];
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (chunks.compare(blocks[block][middle], name) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  void insert(int[] slots) {
    if (chunks.limit() > labels.length) {
      labels = Arrays.copyOf(labels, chunks.limit() + chunks.limit() / 8);
    }
    if (slots.length > MANY) {
      fill(merged(slots(), sort(slots)));
    } else {
      for (int slot : slots) {
        insert(slot);
      }
    }
  }

  /** Returns new slots in placement order. They mostly are. */
  private int[] sort(int[] slots) {
    for (int at = 1; at < slots.length; at++) {
      if (chunks.compare(slots[at - 1], slots[at]) > 0) {
        return Arrays.stream(slots)
            .boxed()
            .sorted(chunks::compare)
            .mapToInt(slot -> slot)
            .toArray();
      }
    }
    return slots;
  }

  private int[] merged(int[] some, int[] others) {
    int[] all = new int[some.length + others.length];
    int at = 0;
    int other = 0;
    while (at + other < all.length) {
      boolean first =
          other == others.length || at < some.length && chunks.compare(some[at], others[other]) < 0;
      all[at + other] = first ? some[at++] : others[other++];
    }
    return all;
  }

  private void fill(int[] slots) {
    length = (slots.length + FILL - 1) / FILL;
    size = slots.length;
    blocks = new int[length + length / 8 + 1][];
    counts = new int[blocks.length];
    numbers = new long[blocks.length];
    for (int block = 0; block < length; block++) {
      blocks[block] = new int[BLOCK];
      counts[block] = Math.min(FILL, slots.length - block * FILL);
      System.arraycopy(slots, block * FILL, blocks[block], 0, counts[block]);
    }
    number();
  }

  private void insert(int slot) {
    size++;
    if (length == 0) {
      fill(new int[] {slot});
      return;
    }
    int block = blockFor(slot);
    if (counts[block] == BLOCK) {
      split(block);
      block = blockFor(slot);
    }
    int[] in = blocks[block];
    int at = 0;
    int high = counts[block];
    while (at < high) {
      int middle = (at + high) >>> 1;
      if (chunks.compare(in[middle], slot) < 0) {
        at = middle + 1;
      } else {
        high = middle;
      }
    }
    System.arraycopy(in, at, in, at + 1, counts[block] - at);
    in[at] = slot;
    counts[block]++;
    long low = at == 0 ? numbers[block] << WITHIN : labels[in[at - 1]];
    long next = at + 1 == counts[block] ? (numbers[block] + 1) << WITHIN : labels[in[at + 1]];
    labels[slot] = (low + next) >>> 1;
    if (labels[slot] == low) {
      spread(block);
    }
  }

  private int blockFor(int slot) {
    int low = 0;
    int high = length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (chunks.compare(blocks[middle][0], slot) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private void split(int block) {
    if (length == blocks.length) {
      int more = length + length / 8 + 1;
      blocks = Arrays.copyOf(blocks, more);
      counts = Arrays.copyOf(counts, more);
      numbers = Arrays.copyOf(numbers, more);
    }
    int after = length - block - 1;
    System.arraycopy(blocks, block + 1, blocks, block + 2, after);
    System.arraycopy(counts, block + 1, counts, block + 2, after);
    System.arraycopy(numbers, block + 1, numbers, block + 2, after);
    length++;
    int half = counts[block] / 2;
    blocks[block + 1] = new int[BLOCK];
    System.arraycopy(blocks[block], half, blocks[block + 1], 0, counts[block] - half);
    counts[block + 1] = counts[block] - half;
    counts[block] = half;
    long next = block + 2 == length ? 1L << NUMBER : numbers[block + 2];
    numbers[block + 1] = (numbers[block] + next) >>> 1;
    if (numbers[block + 1] == numbers[block]) {
      number();
    } else {
      spread(block + 1);
    }
  }

  private void number() {
    for (int block = 0; block < length; block++) {
      numbers[block] = (1L << NUMBER) / (length + 1) * (block + 1);
      spread(block);
    }
  }

  private void spread(int block) {
    long gap = (1L << WITHIN) / (counts[block] + 1);
    for (int i = 0; i < counts[block]; i++) {
      labels[blocks[block][i]] = (numbers[block] << WITHIN) + gap * (i + 1);
    }
  }

  void remove(int slot) {
    int block = blockOf(slot);
    int at = at(block, slot);
    System.arraycopy(blocks[block], at + 1, blocks[block], at, counts[block] - at - 1);
    counts[block]--;
    size--;
    if (counts[block] == 0) {
      int after = length - block - 1;
      System.arraycopy(blocks, block + 1, blocks, block, after);
      System.arraycopy(counts, block + 1, counts, block, after);
      System.arraycopy(numbers, block + 1, numbers, block, after);
      length--;
    }
  }

  int position(int slot) {
    int block = blockOf(slot);
    int position = at(block, slot);
    for (int before = 0; before < block; before++) {
      position += counts[before];
    }
    return position;
  }

  private int blockOf(int slot) {
    return Arrays.binarySearch(numbers, 0, length, labels[slot] >>> WITHIN);
  }

  private int at(int block, int slot) {
    int at = 0;
    while (blocks[block][at] != slot) {
      at++;
    }
    return at;
  }

  /** Sorts by block number first. Few slots are out of order after that. */
  int[] sorted(int[] unsorted) {
    long[] pairs = new long[unsorted.length];
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = labels[unsorted[i]] >>> WITHIN << Integer.SIZE - 1 | unsorted[i];
    }
    Arrays.sort(pairs);
    int[] sorted = new int[pairs.length];
    for (int i = 0; i < pairs.length; i++) {
      int slot = (int) (pairs[i] & Integer.MAX_VALUE);
      int at = i;
      for (; at > 0 && labels[sorted[at - 1]] > labels[slot]; at--) {
        sorted[at] = sorted[at - 1];
      }
      sorted[at] = slot;
    }
    return sorted;
  }
}
