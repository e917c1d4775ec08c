package dev.rota.chunks.placement.live;

/** Consecutive entries of a sequence: a chunk's slot, the copy's tag, and the kind. */
final class SequenceBlock {
  static final int SIZE = 128;

  private final int[] slots = new int[SIZE];
  private final char[] tags = new char[SIZE];
  private int count;

  /** A duplicate of the first entry: searches for a block read only this. */
  private int firstSlot;

  private char firstTag;

  private int passed;

  /** The bytes of held copies. */
  private long sum;

  /** A lower bound of the free bytes at this block's start with which one of its rejects fits. */
  private long need = WorkerSequence.NONE;

  int count() {
    return count;
  }

  long sum() {
    return sum;
  }

  /** Returns the number of entries that are not held. */
  int passed() {
    return passed;
  }

  long need() {
    return need;
  }

  int slot(int at) {
    return slots[at] & ~WorkerSequence.KIND;
  }

  int tag(int at) {
    return tags[at];
  }

  int kind(int at) {
    return slots[at] & WorkerSequence.KIND;
  }

  /** Appends entries: slots with kinds, and tags. */
  void take(int[] slotsAndKinds, char[] theirTags, int from, int to, PlacementOrderKeys keys) {
    System.arraycopy(slotsAndKinds, from, slots, count, to - from);
    System.arraycopy(theirTags, from, tags, count, to - from);
    count += to - from;
    weigh(keys);
  }

  long firstKey(PlacementOrderKeys keys) {
    return keys.key(firstSlot, firstTag);
  }

  long key(int at, PlacementOrderKeys keys) {
    return keys.key(slot(at), tags[at]);
  }

  /** Reads entries that are not held. */
  void eachPassed(WorkerSequence.Reader reader) {
    int left = passed;
    for (int at = 0; left > 0; at++) {
      if (kind(at) != WorkerSequence.HELD) {
        reader.take(slot(at), tags[at], kind(at));
        left--;
      }
    }
  }

  /** Returns the first index whose key is not less. */
  int index(long key, PlacementOrderKeys keys) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (key(middle, keys) < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the bytes of held copies before an index. */
  long sum(int end, PlacementOrderKeys keys) {
    return end <= count / 2 ? sum(0, end, keys) : sum - sum(end, count, keys);
  }

  private long sum(int start, int end, PlacementOrderKeys keys) {
    long bytes = 0;
    for (int i = start; i < end; i++) {
      if (kind(i) == WorkerSequence.HELD) {
        bytes += keys.bytes(slots[i]);
      }
    }
    return bytes;
  }

  void insert(int at, int slot, int tag, int kind, PlacementOrderKeys keys) {
    if (kind == WorkerSequence.HELD) {
      sum += keys.bytes(slot);
    } else {
      passed++;
      if (kind == WorkerSequence.REJECT) {
        need = Math.min(need, sum(at, keys) + keys.bytes(slot));
      }
    }
    System.arraycopy(slots, at, slots, at + 1, count - at);
    System.arraycopy(tags, at, tags, at + 1, count - at);
    slots[at] = slot | kind;
    tags[at] = (char) tag;
    count++;
    begin();
  }

  void delete(int at, PlacementOrderKeys keys) {
    if (kind(at) == WorkerSequence.HELD) {
      long bytes = keys.bytes(slots[at]);
      sum -= bytes;
      need -= need == WorkerSequence.NONE ? 0 : bytes;
    } else {
      passed--;
    }
    count--;
    System.arraycopy(slots, at + 1, slots, at, count - at);
    System.arraycopy(tags, at + 1, tags, at, count - at);
    begin();
  }

  private void begin() {
    firstSlot = slot(0);
    firstTag = tags[0];
  }

  /** Recomputes {@link #need}. Changes only keep a lower bound. */
  void tighten(PlacementOrderKeys keys) {
    weigh(keys);
  }

  /** Moves the second half of the entries to a new block. */
  SequenceBlock split(PlacementOrderKeys keys) {
    SequenceBlock second = new SequenceBlock();
    int half = count / 2;
    second.take(this, half, keys);
    count = half;
    weigh(keys);
    return second;
  }

  /** Appends the entries of another block, from {@code from} on. */
  void take(SequenceBlock other, int from, PlacementOrderKeys keys) {
    take(other.slots, other.tags, from, other.count, keys);
  }

  private void weigh(PlacementOrderKeys keys) {
    begin();
    sum = 0;
    need = WorkerSequence.NONE;
    passed = 0;
    for (int i = 0; i < count; i++) {
      long bytes = keys.bytes(slot(i));
      if (kind(i) == WorkerSequence.HELD) {
        sum += bytes;
      } else {
        passed++;
        need = kind(i) == WorkerSequence.REJECT ? Math.min(need, sum + bytes) : need;
      }
    }
  }
}
