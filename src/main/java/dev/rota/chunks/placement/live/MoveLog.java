package dev.rota.chunks.placement.live;

import java.util.Arrays;

/** A log of chunks added to and removed from workers. Reading it yields the net moves. */
final class MoveLog {
  private long[] entries = new long[64];
  private int size;

  void added(int worker, int slot) {
    log(worker, slot, 1);
  }

  void removed(int worker, int slot) {
    log(worker, slot, 0);
  }

  private void log(int worker, int slot, int added) {
    if (size == entries.length) {
      entries = Arrays.copyOf(entries, 2 * size);
    }
    entries[size++] = (long) worker << Integer.SIZE | (long) slot << 1 | added;
  }

  /** Receives a worker's net moves. */
  interface Reader {
    void take(int worker, int[] added, int[] removed);
  }

  /** Reads net moves: a chunk that came and left, or left and came, is none. */
  void each(Reader reader) {
    Arrays.sort(entries, 0, size);
    int at = 0;
    while (at < size) {
      int worker = (int) (entries[at] >>> Integer.SIZE);
      int start = at;
      while (at < size && entries[at] >>> Integer.SIZE == worker) {
        at++;
      }
      read(worker, start, at, reader);
    }
  }

  private void read(int worker, int start, int end, Reader reader) {
    int[] added = new int[end - start];
    int[] removed = new int[end - start];
    int more = 0;
    int less = 0;
    int at = start;
    while (at < end) {
      int slot = (int) entries[at] >>> 1;
      int balance = 0;
      for (; at < end && (int) entries[at] >>> 1 == slot; at++) {
        balance += (entries[at] & 1) == 1 ? 1 : -1;
      }
      if (balance > 0) {
        added[more++] = slot;
      } else if (balance < 0) {
        removed[less++] = slot;
      }
    }
    if (more + less > 0) {
      reader.take(worker, Arrays.copyOf(added, more), Arrays.copyOf(removed, less));
    }
  }
}
