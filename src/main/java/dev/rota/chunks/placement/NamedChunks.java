package dev.rota.chunks.placement;

import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;

/**
 * The chunks of a placement as a generation names them. Most have several copies: each is named and
 * hashed once. All that a copy needs lies together, since copies are read in no order that memory
 * likes.
 */
public final class NamedChunks {
  private static final int PAGE_MIN = 1 << 9; // doubled page by page: most generations name few
  private static final int PAGE_MAX = 1 << 16;

  /** Slots whose entries lie in one array: of a million, a generation may name few. */
  private static final int BLOCK = 16;

  /** Of an entry: the digest's halves, the size, the dataset's number, the name and its length. */
  private static final int LOW = 8;

  private static final int BYTES = 16;
  private static final int DATASET = 24;
  private static final int LENGTH = 28;
  private static final int NAME = 32;

  private final Placement placement;
  private final SetDigest.Hasher hasher = new SetDigest.Hasher();
  private final List<ByteBuffer> pages = new ArrayList<>();

  /** The same pages as arrays. */
  private final List<byte[]> texts = new ArrayList<>();

  private final List<byte[]> datasets = new ArrayList<>();
  private final Map<byte[], Integer> numbers = new IdentityHashMap<>();

  /**
   * By block and slot: the page's number in the upper half, the entry's place; 0: not named yet.
   */
  private long[][] entries = {};

  public NamedChunks(Placement placement) {
    this.placement = placement;
  }

  /** Returns the chunk in a slot. */
  public SizedChunk at(int slot) {
    long entry = entry(slot);
    ByteBuffer page = page(entry);
    int at = (int) entry;
    return new SizedChunk(
        datasets.get(page.getInt(at + DATASET)),
        texts.get(number(entry)),
        at + NAME,
        page.getInt(at + LENGTH),
        page.getLong(at + BYTES));
  }

  /** Returns the chunks in these slots, which must not change. They are made as they are read. */
  public List<SizedChunk> list(int[] slots) {
    return new Listed(slots);
  }

  private final class Listed extends AbstractList<SizedChunk> implements RandomAccess {
    private final int[] slots;

    Listed(int[] slots) {
      this.slots = slots;
      for (int slot : slots) {
        entry(slot); // later the slot may have another chunk
      }
    }

    @Override
    public SizedChunk get(int index) {
      return at(slots[index]);
    }

    @Override
    public int size() {
      return slots.length;
    }
  }

  /** Returns the digest of the chunk in a slot. */
  public SetDigest digest(int slot) {
    long entry = entry(slot);
    ByteBuffer page = page(entry);
    int at = (int) entry;
    long high = page.getLong(at);
    long low = page.getLong(at + LOW);
    if (high != 0 || low != 0) {
      return new SetDigest(high, low);
    }
    SetDigest digest = hasher.of(at(slot));
    page.putLong(at, digest.high()).putLong(at + LOW, digest.low());
    return digest;
  }

  /** Returns the digest of a chunk that is in no slot. */
  public SetDigest digest(SizedChunk chunk) {
    return hasher.of(chunk);
  }

  private ByteBuffer page(long entry) {
    return pages.get(number(entry));
  }

  private static int number(long entry) {
    return (int) (entry >>> Integer.SIZE) - 1;
  }

  private long entry(int slot) {
    int at = slot / BLOCK;
    if (at >= entries.length) {
      entries = Arrays.copyOf(entries, Math.max(at + 1, 2 * entries.length));
    }
    if (entries[at] == null) {
      entries[at] = new long[BLOCK];
    }
    long[] block = entries[at];
    if (block[slot % BLOCK] == 0) {
      block[slot % BLOCK] = write(placement.sized(slot));
    }
    return block[slot % BLOCK];
  }

  private long write(SizedChunk chunk) {
    int size = NAME + chunk.length();
    if (pages.isEmpty() || pages.get(pages.size() - 1).remaining() < size) {
      int doubled =
          PAGE_MIN << Math.min(pages.size(), Integer.numberOfTrailingZeros(PAGE_MAX / PAGE_MIN));
      texts.add(new byte[Math.max(doubled, size)]);
      pages.add(ByteBuffer.wrap(texts.get(texts.size() - 1)));
    }
    ByteBuffer page = pages.get(pages.size() - 1);
    int at = page.position();
    page.putLong(0).putLong(0).putLong(chunk.bytes()).putInt(number(chunk.dataset()));
    page.putInt(chunk.length()).put(chunk.text(), chunk.from(), chunk.length());
    return (long) pages.size() << Integer.SIZE | at;
  }

  private int number(byte[] dataset) {
    Integer known = numbers.putIfAbsent(dataset, datasets.size());
    if (known == null) {
      datasets.add(dataset);
    }
    return known == null ? datasets.size() - 1 : known;
  }
}
