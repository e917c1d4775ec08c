package dev.rota.chunks.placement;

import static java.lang.invoke.MethodHandles.byteArrayViewVarHandle;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.rota.engine.Parts;
import java.lang.invoke.VarHandle;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.RandomAccess;

/**
 * The chunks of a placement as a generation names them. Most have several copies: each is named and
 * hashed once. All that a copy needs lies together, since copies are read in no order that memory
 * likes.
 */
public final class NamedChunks {
  private static final int PAGE_MIN = 1 << 9; // doubled page by page: most generations name few
  private static final int PAGE_MAX = 1 << 16;

  /** An entry's number has its page above, and below where it begins there, in units. */
  private static final int PAGE_BITS = 13;

  private static final int PLACES = (1 << PAGE_BITS) - 1;
  private static final int UNIT = Long.BYTES;

  /** Slots whose entries' numbers lie in one array: of a million, a generation may name few. */
  private static final int BLOCK = 16;

  /** Of an entry: the digest's halves, the size, the dataset's number, the name and its length. */
  private static final int LOW = 8;

  private static final int BYTES = 16;
  private static final int DATASET = 24;
  private static final int LENGTH = 28;
  private static final int NAME = 32;

  /** Entries that are asked for at once. */
  private static final int TOUCHED = 32;

  /** Chunks that one part hashes. */
  private static final int HASHED = 4096;

  private static final VarHandle INT = byteArrayViewVarHandle(int[].class, LITTLE_ENDIAN);
  private static final VarHandle LONG = byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);

  private final Placement placement;
  private final SetDigest.Hasher hasher = new SetDigest.Hasher();

  /** The first page is number 1. */
  private byte[][] pages = {{}};

  /** Where the last page goes on. */
  private int end;

  /** The longest name so far, its dataset's included. */
  private int longest;

  private final List<byte[]> datasets = new ArrayList<>();
  private final IdentityHashMap<byte[], Integer> numbers = new IdentityHashMap<>();

  /** By block and slot: the entry's number; 0: not named yet. */
  private int[][] entries = {};

  public NamedChunks(Placement placement) {
    this.placement = placement;
  }

  /** Returns the chunk in a slot. */
  public SizedChunk at(int slot) {
    return chunk(entry(slot));
  }

  /** Returns the digest of the chunk in a slot. */
  public SetDigest digest(int slot) {
    return digestOf(entry(slot));
  }

  /**
   * Names and hashes all chunks of these moves. After that the parts of a computation may read
   * them.
   */
  public void read(Moves moves, Parts parts) {
    BitSet slots = new BitSet();
    for (Moves.WorkerMoves worker : moves.workers()) {
      for (int[] some : List.of(worker.added(), worker.removed(), worker.resized())) {
        for (int slot : some) {
          slots.set(slot);
        }
      }
    }
    int[] named = slots.stream().map(this::entry).toArray();
    parts.ranges(
        named.length,
        HASHED,
        (from, to) -> {
          SetDigest.Hasher own = new SetDigest.Hasher();
          for (int at = from; at < to; at++) {
            hash(named[at], own);
          }
        });
  }

  /** Returns the chunks that are in these slots now. They are made as they are read. */
  public Listed list(int[] slots) {
    int[] listed = new int[slots.length];
    for (int i = 0; i < slots.length; i++) {
      listed[i] = entry(slots[i]);
    }
    return new Listed(listed);
  }

  /** Chunks by the numbers of their entries: later their slots may have others. */
  public final class Listed extends AbstractList<SizedChunk> implements RandomAccess {
    private final int[] listed;

    Listed(int[] listed) {
      this.listed = listed;
    }

    /** Returns what all names have at most, in bytes, their datasets' included. Looks at none. */
    public long textBytesMax() {
      return (long) longest * listed.length;
    }

    /** Returns the bytes of all names, their datasets' included. */
    public long textBytes() {
      long sum = 0;
      for (int entry : listed) {
        sum += (int) INT.get(page(entry), place(entry) + LENGTH) + dataset(entry).length;
      }
      return sum;
    }

    /** Returns the digest of one of the chunks. */
    public SetDigest digest(int index) {
      return digestOf(listed[index]);
    }

    @Override
    public SizedChunk get(int index) {
      return chunk(listed[index]);
    }

    @Override
    public int size() {
      return listed.length;
    }

    @Override
    public Iterator<SizedChunk> iterator() {
      return new Walk(listed);
    }

    /** A list of its own: nobody changes either. */
    @Override
    public Listed subList(int from, int to) {
      return new Listed(Arrays.copyOfRange(listed, from, to));
    }
  }

  /**
   * Reads chunks in order. Their entries lie all over memory, and each one alone would be waited
   * for: so a few are asked for at once.
   */
  private final class Walk implements Iterator<SizedChunk> {
    private final int[] listed;
    private int next;
    private long touched;

    Walk(int[] listed) {
      this.listed = listed;
    }

    @Override
    public boolean hasNext() {
      return next < listed.length;
    }

    @Override
    public SizedChunk next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      if (next % TOUCHED == 0) {
        touch(Math.min(next + TOUCHED, listed.length));
      }
      return chunk(listed[next++]);
    }

    /** Reads both ends of what is read next. The sum is for the compiler, which would skip it. */
    private void touch(int to) {
      for (int at = next; at < to; at++) {
        byte[] page = page(listed[at]);
        int place = place(listed[at]);
        touched += page[place + NAME + (int) INT.get(page, place + LENGTH) - 1];
      }
      if (touched == Long.MIN_VALUE) {
        throw new IllegalStateException("no bytes have this sum");
      }
    }
  }

  private byte[] page(int entry) {
    return pages[entry >>> PAGE_BITS];
  }

  private static int place(int entry) {
    return (entry & PLACES) * UNIT;
  }

  private byte[] dataset(int entry) {
    return datasets.get((int) INT.get(page(entry), place(entry) + DATASET));
  }

  private SizedChunk chunk(int entry) {
    byte[] page = page(entry);
    int at = place(entry);
    return new SizedChunk(
        dataset(entry),
        page,
        at + NAME,
        (int) INT.get(page, at + LENGTH),
        (long) LONG.get(page, at + BYTES));
  }

  private SetDigest digestOf(int entry) {
    byte[] page = page(entry);
    int at = place(entry);
    long high = (long) LONG.get(page, at);
    long low = (long) LONG.get(page, at + LOW);
    if (high != 0 || low != 0) {
      return new SetDigest(high, low);
    }
    return hash(entry, hasher);
  }

  private SetDigest hash(int entry, SetDigest.Hasher by) {
    SetDigest digest = by.of(chunk(entry));
    LONG.set(page(entry), place(entry), digest.high());
    LONG.set(page(entry), place(entry) + LOW, digest.low());
    return digest;
  }

  private int entry(int slot) {
    int at = slot / BLOCK;
    if (at >= entries.length) {
      entries = Arrays.copyOf(entries, Math.max(at + 1, 2 * entries.length));
    }
    if (entries[at] == null) {
      entries[at] = new int[BLOCK];
    }
    int[] block = entries[at];
    if (block[slot % BLOCK] == 0) {
      block[slot % BLOCK] = write(placement.sized(slot));
    }
    return block[slot % BLOCK];
  }

  private int write(SizedChunk chunk) {
    int size = NAME + chunk.length();
    if (pages[pages.length - 1].length - end < size) {
      another(size);
    }
    byte[] page = pages[pages.length - 1];
    int at = end;
    LONG.set(page, at + BYTES, chunk.bytes());
    INT.set(page, at + DATASET, number(chunk.dataset()));
    INT.set(page, at + LENGTH, chunk.length());
    System.arraycopy(chunk.text(), chunk.from(), page, at + NAME, chunk.length());
    end = Math.min(page.length, (at + size + UNIT - 1) / UNIT * UNIT);
    longest = Math.max(longest, chunk.length() + chunk.dataset().length);
    return pages.length - 1 << PAGE_BITS | at / UNIT;
  }

  private void another(int size) {
    int doubled =
        PAGE_MIN << Math.min(pages.length, Integer.numberOfTrailingZeros(PAGE_MAX / PAGE_MIN));
    pages = Arrays.copyOf(pages, pages.length + 1);
    pages[pages.length - 1] = new byte[Math.max(doubled, size)];
    end = 0;
  }

  private int number(byte[] dataset) {
    Integer known = numbers.putIfAbsent(dataset, datasets.size());
    if (known == null) {
      datasets.add(dataset);
    }
    return known == null ? datasets.size() - 1 : known;
  }
}
