package dev.rota.chunks.placement.live;

import java.util.Arrays;

/**
 * The copies that were offered to a worker, in the order of their turns, and what it made of them.
 * The text of this package has a picture. The copies without a place are a sequence of rejects.
 */
final class WorkerSequence {
  static final int HELD = 0;
  static final int REJECT = 1 << 30;
  static final int SKIP = 1 << 31;
  static final int KIND = REJECT | SKIP;

  /** Of an offer that leaves no entry: the worker's version is too old. */
  static final int BARRED = KIND;

  /** Greater than any key. */
  static final long NONE = Long.MAX_VALUE;

  /** Initial entries per block. The rest leaves room for inserts. */
  private static final int FILL = 108;

  private final PlacementOrderKeys keys;
  private SequenceBlock[] blocks = new SequenceBlock[4];
  private int length;
  private long bytes;
  private int held;
  private int rejects;

  /** The result of {@link #violation} or {@link #fitting}. */
  private int foundSlot;

  private int foundTag;

  WorkerSequence(PlacementOrderKeys keys) {
    this.keys = keys;
  }

  /** Creates a sequence of ordered entries: slots with kinds, and tags. */
  static WorkerSequence of(PlacementOrderKeys keys, int[] slotsAndKinds, char[] tags, int count) {
    WorkerSequence sequence = new WorkerSequence(keys);
    sequence.blocks = new SequenceBlock[count / FILL + 2];
    for (int from = 0; from < count; from += FILL) {
      SequenceBlock block = new SequenceBlock();
      block.take(slotsAndKinds, tags, from, Math.min(count, from + FILL), keys);
      sequence.blocks[sequence.length++] = block;
      sequence.bytes += block.sum();
      sequence.held += block.count() - block.passed();
    }
    for (int i = 0; i < count; i++) {
      sequence.rejects += (slotsAndKinds[i] & KIND) == REJECT ? 1 : 0;
    }
    return sequence;
  }

  /** Returns the bytes of all held copies. */
  long bytes() {
    return bytes;
  }

  int held() {
    return held;
  }

  int rejects() {
    return rejects;
  }

  int foundSlot() {
    return foundSlot;
  }

  int foundTag() {
    return foundTag;
  }

  interface Reader {
    void take(int slot, int tag, int kind);
  }

  void each(Reader reader) {
    for (int i = 0; i < length; i++) {
      SequenceBlock block = blocks[i];
      for (int at = 0; at < block.count(); at++) {
        reader.take(block.slot(at), block.tag(at), block.kind(at));
      }
    }
  }

  /** Reads rejects and skips only. */
  void eachPassed(Reader reader) {
    for (int i = 0; i < length; i++) {
      blocks[i].eachPassed(reader);
    }
  }

  /** Returns the slots of held copies, in the order of their turns. */
  int[] slots() {
    int[] all = new int[held];
    int[] count = {0};
    each(
        (slot, _, kind) -> {
          if (kind == HELD) {
            all[count[0]++] = slot;
          }
        });
    return all;
  }

  /** Returns the last block whose first key is not greater than the key, or the first block. */
  private int block(long key) {
    int low = 0;
    int high = length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (blocks[middle].firstKey(keys) <= key) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** True if {@code more} bytes fit at the turn of the copy with this key. */
  boolean fits(long key, long more, long capacity) {
    return more <= capacity - bytes || more <= capacity - load(key);
  }

  /** Returns the bytes of held copies before the key. */
  long load(long key) {
    if (length == 0) {
      return 0;
    }
    int block = block(key);
    return load(block, blocks[block].index(key, keys));
  }

  private long load(int block, int at) {
    long load = blocks[block].sum(at, keys);
    for (int before = 0; before < block; before++) {
      load += blocks[before].sum();
    }
    return load;
  }

  /**
   * Returns the key, from {@code from} on, of the first held copy without room or rejected copy
   * with room, or {@link #NONE}.
   */
  long violation(long capacity, long from) {
    if (length == 0 || bytes <= capacity && rejects == 0) {
      return NONE;
    }
    int first = block(from);
    int at = blocks[first].index(from, keys);
    long inside = blocks[first].sum(at, keys);
    long load = 0;
    for (int before = 0; before < first; before++) {
      load += blocks[before].sum();
    }
    long key = violation(blocks[first], at, load + inside, capacity);
    for (int i = first + 1; i < length && key == NONE; i++) {
      load += blocks[i - 1].sum();
      if (blocks[i].sum() > capacity - load || blocks[i].need() <= capacity - load) {
        key = violation(blocks[i], 0, load, capacity);
        if (key == NONE) {
          blocks[i].tighten(keys);
        }
      }
    }
    return key;
  }

  private long violation(SequenceBlock block, int from, long before, long capacity) {
    long load = before;
    for (int at = from; at < block.count(); at++) {
      long size = keys.bytes(block.slot(at));
      int kind = block.kind(at);
      load += kind == HELD ? size : 0;
      if (kind == HELD ? load > capacity : kind == REJECT && size <= capacity - load) {
        foundSlot = block.slot(at);
        foundTag = block.tag(at);
        return block.key(at, keys);
      }
    }
    return NONE;
  }

  /** Tells whether a worker may hold a copy, regardless of room. */
  interface Taker {
    boolean takes(int slot, int tag);
  }

  /**
   * Searches a sequence of waiting copies. Returns the key, from {@code from} on, of the first copy
   * that the worker can take, or {@link #NONE}.
   */
  long fitting(WorkerSequence worker, long capacity, long from, Taker taker) {
    for (int i = length == 0 ? 0 : block(from); i < length; i++) {
      SequenceBlock block = blocks[i];
      int at = block.index(from, keys);
      boolean none =
          at == block.count() || block.need() > capacity - worker.load(block.key(at, keys));
      for (; !none && at < block.count(); at++) {
        int slot = block.slot(at);
        long key = block.key(at, keys);
        if (taker.takes(slot, block.tag(at)) && worker.fits(key, keys.bytes(slot), capacity)) {
          foundSlot = slot;
          foundTag = block.tag(at);
          return key;
        }
      }
    }
    return NONE;
  }

  /** Appends an entry after all others. */
  void append(int slot, int tag, int kind) {
    if (length == 0 || blocks[length - 1].count() >= FILL) {
      open(length, new SequenceBlock());
    }
    SequenceBlock last = blocks[length - 1];
    last.insert(last.count(), slot, tag, kind, keys);
    count(slot, kind, 1);
  }

  void add(int slot, int tag, int kind) {
    if (length == 0) {
      append(slot, tag, kind);
      return;
    }
    long key = keys.key(slot, tag);
    int block = block(key);
    if (blocks[block].count() == SequenceBlock.SIZE) {
      open(block + 1, blocks[block].split(keys));
      block = block(key);
    }
    blocks[block].insert(blocks[block].index(key, keys), slot, tag, kind, keys);
    count(slot, kind, 1);
  }

  /** Removes an entry if it exists. */
  void remove(int slot, int tag) {
    if (length == 0) {
      return;
    }
    long key = keys.key(slot, tag);
    int i = block(key);
    SequenceBlock block = blocks[i];
    int at = block.index(key, keys);
    if (at == block.count() || block.slot(at) != slot || block.tag(at) != tag) {
      return;
    }
    count(slot, block.kind(at), -1);
    block.delete(at, keys);
    if (block.count() == 0) {
      close(i);
    } else if (i + 1 < length && block.count() + blocks[i + 1].count() <= SequenceBlock.SIZE / 2) {
      block.take(blocks[i + 1], 0, keys);
      close(i + 1);
    }
  }

  private void count(int slot, int kind, int one) {
    if (kind == HELD) {
      bytes += one * keys.bytes(slot);
      held += one;
    } else if (kind == REJECT) {
      rejects += one;
    }
  }

  private void open(int at, SequenceBlock block) {
    if (length == blocks.length) {
      blocks = Arrays.copyOf(blocks, length + length / 4 + 1);
    }
    System.arraycopy(blocks, at, blocks, at + 1, length - at);
    blocks[at] = block;
    length++;
  }

  private void close(int at) {
    length--;
    System.arraycopy(blocks, at + 1, blocks, at, length - at);
    blocks[length] = null;
  }
}
