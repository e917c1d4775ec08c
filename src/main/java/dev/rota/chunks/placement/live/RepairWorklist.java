package dev.rota.chunks.placement.live;

import java.util.Arrays;

/** The pending work of a repair: copies and workers, the lowest key first. */
final class RepairWorklist {
  private long[] keys = new long[64];
  private long[] entries = new long[64];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  void copy(long key, int slot, int tag) {
    push(key, (long) slot << Character.SIZE | tag);
  }

  void worker(long key, int worker) {
    push(key, -1 - worker);
  }

  long key() {
    return keys[0];
  }

  /** Returns the worker at the lowest key, or a negative number if it is a copy. */
  int worker() {
    return entries[0] < 0 ? (int) (-1 - entries[0]) : -1;
  }

  int slot() {
    return (int) (entries[0] >>> Character.SIZE);
  }

  int tag() {
    return (int) (entries[0] & Character.MAX_VALUE);
  }

  private void push(long key, long entry) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, 2 * size);
      entries = Arrays.copyOf(entries, 2 * size);
    }
    int at = size++;
    while (at > 0 && keys[(at - 1) >>> 1] > key) {
      put(at, keys[(at - 1) >>> 1], entries[(at - 1) >>> 1]);
      at = (at - 1) >>> 1;
    }
    put(at, key, entry);
  }

  /** Removes the entry with the lowest key. */
  void pop() {
    size--;
    int at = 0;
    for (int child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && keys[child + 1] < keys[child]) {
        child++;
      }
      if (keys[child] >= keys[size]) {
        break;
      }
      put(at, keys[child], entries[child]);
      at = child;
    }
    put(at, keys[size], entries[size]);
  }

  private void put(int at, long key, long entry) {
    keys[at] = key;
    entries[at] = entry;
  }
}
