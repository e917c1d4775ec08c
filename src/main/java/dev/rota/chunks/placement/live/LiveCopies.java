package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.PlacementPass;
import dev.rota.chunks.placement.PlannedCopies;
import dev.rota.chunks.placement.SeaHash;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The planned copies of each chunk: their hashes, and the workers that hold them. */
final class LiveCopies {
  private final int ringCount;

  /** The index of each chunk's first copy, and the number of its copies. */
  private int[] first;

  private char[] planned;

  /** Null until somebody asks for one. */
  private long[] hashes;

  private char[] places;
  private int end;

  /** Free ranges by length. */
  private final Map<Integer, int[]> freed = new TreeMap<>();

  private int free;

  /** Takes over the places of a pass whose chunks are in these slots. */
  LiveCopies(PlacementPass pass, int[] slots, int limit, int ringCount) {
    this.ringCount = ringCount;
    PlannedCopies copies = pass.copies();
    first = new int[limit];
    planned = new char[limit];
    end = copies.count();
    places = new char[end];
    for (int chunk = 0; chunk < slots.length; chunk++) {
      int start = copies.first(chunk);
      int count = copies.planned(chunk);
      first[slots[chunk]] = start;
      planned[slots[chunk]] = (char) count;
      for (int tag = 0; tag < count; tag++) {
        places[start + tag] = (char) pass.place(chunk, tag);
      }
    }
  }

  /** Takes over the hashes of the same pass. */
  void hash(long[] all) {
    hashes = all;
  }

  /** Returns the number of planned copies of a chunk, 0 if unknown. */
  int planned(int slot) {
    return slot < planned.length ? planned[slot] : 0;
  }

  int place(int slot, int tag) {
    return places[first[slot] + tag];
  }

  void place(int slot, int tag, int worker) {
    places[first[slot] + tag] = (char) worker;
  }

  long hash(int slot, int tag) {
    return hashes[first[slot] + tag];
  }

  int ring(int slot, int tag) {
    return (int) Long.remainderUnsigned(hash(slot, tag), ringCount);
  }

  /** True if a worker holds one of the chunk's copies with a lower tag. */
  boolean holds(int slot, int tag, int worker) {
    return heldTag(slot, tag, worker) >= 0;
  }

  /** Returns the tag of the chunk's copy with a lower tag that a worker holds, or -1. */
  int heldTag(int slot, int tag, int worker) {
    int start = first[slot];
    for (int copy = start; copy < start + tag; copy++) {
      if (places[copy] == worker) {
        return copy - start;
      }
    }
    return -1;
  }

  /** Changes the number of copies. Copies beyond it must be vacated before. */
  void plan(int slot, int count, SeaHash text) {
    if (slot >= planned.length) {
      first = Arrays.copyOf(first, slot + slot / 8 + 1);
      planned = Arrays.copyOf(planned, first.length);
    }
    int start = count == 0 ? 0 : take(count);
    int kept = Math.min(count, planned[slot]);
    System.arraycopy(hashes, first[slot], hashes, start, kept);
    System.arraycopy(places, first[slot], places, start, kept);
    for (int tag = kept; tag < count; tag++) {
      hashes[start + tag] = text.with(tag);
      places[start + tag] = (char) PlannedCopies.NOWHERE;
    }
    if (planned[slot] > 0) {
      give(first[slot], planned[slot]);
    }
    first[slot] = start;
    planned[slot] = (char) count;
  }

  private int take(int count) {
    int[] stack = freed.get(count);
    if (stack != null && stack[0] > 0) {
      free -= count;
      return stack[stack[0]--];
    }
    if (end + count > hashes.length) {
      if (free > hashes.length / 8) {
        close();
      }
      int more = Math.max(hashes.length, end + count + end / 16);
      hashes = Arrays.copyOf(hashes, more);
      places = Arrays.copyOf(places, more);
    }
    end += count;
    return end - count;
  }

  private void give(int start, int count) {
    int[] stack = freed.computeIfAbsent(count, _ -> new int[8]);
    if (stack[0] + 1 == stack.length) {
      stack = Arrays.copyOf(stack, 2 * stack.length);
      freed.put(count, stack);
    }
    stack[++stack[0]] = start;
    free += count;
  }

  /** Compacts all copies. */
  private void close() {
    long[] tight = new long[hashes.length];
    char[] tightPlaces = new char[places.length];
    int at = 0;
    for (int slot = 0; slot < planned.length; slot++) {
      System.arraycopy(hashes, first[slot], tight, at, planned[slot]);
      System.arraycopy(places, first[slot], tightPlaces, at, planned[slot]);
      first[slot] = at;
      at += planned[slot];
    }
    hashes = tight;
    places = tightPlaces;
    end = at;
    freed.clear();
    free = 0;
  }
}
