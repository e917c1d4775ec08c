package dev.rota.chunks.placement;

import static dev.rota.kernel.table.PackedEntries.INT;
import static dev.rota.kernel.table.PackedEntries.LONG;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.table.PackedEntries;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.RandomAccess;

/**
 * Chunks as workers hold them, by number. There may be millions, so none is an object. All that a
 * copy needs lies together, since copies are read in no order that memory likes. An entry never
 * changes: a list of some can be read whatever becomes of the chunks.
 */
public final class NamedChunks {
  /** Of an entry: the size, the dataset's number, the name's length, and the name. */
  private static final int DATASET = 8;

  private static final int LENGTH = 12;
  private static final int NAME = 16;

  /** Entries that are asked for at once. */
  private static final int TOUCHED = 32;

  private final PackedEntries pages = new PackedEntries();
  private final List<String> datasets = new ArrayList<>();
  private final List<byte[]> datasetBytes = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private int count;

  /** The longest name so far, its dataset's included. */
  private int longest;

  /** Adds a chunk and returns its number, which is positive. */
  public int add(Chunk chunk) {
    byte[] id = chunk.id().getBytes(UTF_8);
    return add(number(chunk.dataset()), id, 0, id.length, chunk.bytes());
  }

  /** Adds a chunk of others. */
  public int add(NamedChunks others, int entry) {
    SizedChunk chunk = others.chunk(entry);
    int number = number(others.datasets.get(others.dataset(entry)));
    return add(number, chunk.text(), chunk.from(), chunk.length(), chunk.bytes());
  }

  private int add(int dataset, byte[] text, int from, int length, long bytes) {
    int entry = pages.add(NAME + length);
    byte[] page = page(entry);
    int at = PackedEntries.place(entry);
    LONG.set(page, at, bytes);
    INT.set(page, at + DATASET, dataset);
    INT.set(page, at + LENGTH, length);
    System.arraycopy(text, from, page, at + NAME, length);
    longest = Math.max(longest, length + datasetBytes.get(dataset).length);
    count++;
    return entry;
  }

  private int number(String dataset) {
    return numbers.computeIfAbsent(
        dataset,
        name -> {
          datasets.add(name);
          datasetBytes.add(name.getBytes(UTF_8));
          return datasets.size() - 1;
        });
  }

  /** Returns the number of all entries. */
  public int count() {
    return count;
  }

  /** Returns the number of a dataset, or -1 if no chunk is of it. */
  public int dataset(String name) {
    return numbers.getOrDefault(name, -1);
  }

  /** Returns the number of the chunk's dataset. */
  public int dataset(int entry) {
    return (int) INT.get(page(entry), PackedEntries.place(entry) + DATASET);
  }

  public long bytes(int entry) {
    return (long) LONG.get(page(entry), PackedEntries.place(entry));
  }

  /** Returns the chunk. Its dataset's array is shared by all of the dataset. */
  public SizedChunk chunk(int entry) {
    byte[] page = page(entry);
    int at = PackedEntries.place(entry);
    return new SizedChunk(
        datasetBytes.get((int) INT.get(page, at + DATASET)),
        page,
        at + NAME,
        (int) INT.get(page, at + LENGTH),
        (long) LONG.get(page, at));
  }

  /** Returns the name. Its dataset's text is shared by all of the dataset. */
  public ChunkName name(int entry) {
    SizedChunk chunk = chunk(entry);
    String id = new String(chunk.text(), chunk.from(), chunk.length(), UTF_8);
    return new ChunkName(datasets.get(dataset(entry)), id);
  }

  /** Compares names in placement order. */
  public int compare(int entry, int other) {
    SizedChunk chunk = chunk(other);
    return dataset(entry) == dataset(other)
        ? compareIds(entry, chunk.text(), chunk.from(), chunk.length())
        : Arrays.compareUnsigned(datasetBytes.get(dataset(entry)), chunk.dataset());
  }

  /** As above, with a name in bytes. */
  public int compare(int entry, byte[] dataset, byte[] id) {
    int byDataset = Arrays.compareUnsigned(datasetBytes.get(dataset(entry)), dataset);
    return byDataset == 0 ? compareIds(entry, id, 0, id.length) : byDataset;
  }

  private int compareIds(int entry, byte[] text, int from, int length) {
    byte[] page = page(entry);
    int at = PackedEntries.place(entry);
    int end = at + NAME + (int) INT.get(page, at + LENGTH);
    return Arrays.compareUnsigned(page, at + NAME, end, text, from, from + length);
  }

  private byte[] page(int entry) {
    return pages.page(entry);
  }

  /**
   * Returns the chunks with these numbers. They are made as they are read.
   *
   * @param entries belong to the list from here on
   */
  public Listed list(int[] entries) {
    return new Listed(entries);
  }

  /** Some of the chunks. */
  public final class Listed extends AbstractList<SizedChunk> implements RandomAccess {
    private final int[] listed;

    private Listed(int[] listed) {
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
        SizedChunk chunk = chunk(entry);
        sum += chunk.length() + chunk.dataset().length;
      }
      return sum;
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
        int place = PackedEntries.place(listed[at]);
        touched += page[place + NAME + (int) INT.get(page, place + LENGTH) - 1];
      }
      if (touched == Long.MIN_VALUE) {
        throw new IllegalStateException("no bytes have this sum");
      }
    }
  }
}
