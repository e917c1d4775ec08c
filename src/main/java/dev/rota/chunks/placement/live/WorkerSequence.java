package dev.rota.chunks.placement.live;

import java.util.Arrays;

/**
 * What a worker was offered, in the order in which copies are placed: those that it holds, those
 * that it had no room for (rejects), and those that passed it because it held another copy of their
 * chunk (skips). In blocks, so that a load at any point is found, and a change made, in few steps.
 */
final class WorkerSequence {
  static final int HELD = 0;
  static final int REJECT = 1 << 30;
  static final int SKIP = 1 << 31;
  static final int KIND = REJECT | SKIP;

  /** No key is as large. */
  static final long NONE = Long.MAX_VALUE;

  /** So many entries fill a block at first, which leaves room for others. */
  private static final int FILL = 108;

  private final Keys keys;
  private Block[] blocks = new Block[4];
  private int length;
  private long bytes;
  private int held;
  private int rejects;

  /** What {@link #violation} or {@link #fitting} found. */
  private int foundSlot;

  private int foundTag;

  WorkerSequence(Keys keys) {
    this.keys = keys;
  }

  /** Of so many entries in their order: a slot and a kind in one, and their tags. */
  static WorkerSequence of(Keys keys, int[] slotsAndKinds, char[] tags, int count) {
    WorkerSequence sequence = new WorkerSequence(keys);
    sequence.blocks = new Block[count / FILL + 2];
    for (int from = 0; from < count; from += FILL) {
      Block block = new Block();
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

  /** The bytes of all copies that are held. */
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

  /** Takes each entry of a lane. */
  interface Reader {
    void take(int slot, int tag, int kind);
  }

  void each(Reader reader) {
    for (int i = 0; i < length; i++) {
      Block block = blocks[i];
      for (int at = 0; at < block.count(); at++) {
        reader.take(block.slot(at), block.tag(at), block.kind(at));
      }
    }
  }

  /** Its rejects and skips only. */
  void eachPassed(Reader reader) {
    for (int i = 0; i < length; i++) {
      blocks[i].eachPassed(reader);
    }
  }

  /** The slots of what is held, as copies were placed. */
  int[] slots() {
    int[] all = new int[held];
    int[] count = {0};
    each(
        (slot, tag, kind) -> {
          if (kind == HELD) {
            all[count[0]++] = slot;
          }
        });
    return all;
  }

  /** The last block that begins no later than the key, or the first. */
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

  /** Whether so many bytes more are not too many when the copy with this key has its turn. */
  boolean fits(long key, long more, long capacity) {
    return more <= capacity - bytes || more <= capacity - load(key);
  }

  /** The bytes of what is held of all that comes before the key. */
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
   * The key, from one on, of the first copy that is held and has no room, or was rejected and has;
   * {@link #NONE}: there is none.
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

  private long violation(Block block, int from, long before, long capacity) {
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

  /** Whether a worker may hold a copy, room apart. */
  interface Taker {
    boolean takes(int slot, int tag);
  }

  /**
   * For a lane of copies that wait: the key, from one on, of the first that a worker can take;
   * {@link #NONE}: there is none.
   */
  long fitting(WorkerSequence worker, long capacity, long from, Taker taker) {
    for (int i = length == 0 ? 0 : block(from); i < length; i++) {
      Block block = blocks[i];
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

  /** Adds an entry behind all others. */
  void append(int slot, int tag, int kind) {
    if (length == 0 || blocks[length - 1].count() >= FILL) {
      open(length, new Block());
    }
    Block last = blocks[length - 1];
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
    if (blocks[block].count() == Block.SIZE) {
      open(block + 1, blocks[block].split(keys));
      block = block(key);
    }
    blocks[block].insert(blocks[block].index(key, keys), slot, tag, kind, keys);
    count(slot, kind, 1);
  }

  /** Removes an entry, if it is there. */
  void remove(int slot, int tag) {
    if (length == 0) {
      return;
    }
    long key = keys.key(slot, tag);
    int i = block(key);
    Block block = blocks[i];
    int at = block.index(key, keys);
    if (at == block.count() || block.slot(at) != slot || block.tag(at) != tag) {
      return;
    }
    count(slot, block.kind(at), -1);
    block.delete(at, keys);
    if (block.count() == 0) {
      close(i);
    } else if (i + 1 < length && block.count() + blocks[i + 1].count() <= Block.SIZE / 2) {
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

  private void open(int at, Block block) {
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
