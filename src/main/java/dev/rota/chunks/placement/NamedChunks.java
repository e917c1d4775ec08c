package dev.rota.chunks.placement;

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
  /**
   * An entry begins with a word: the size, the dataset's number, the name's length, and whether it
   * is folded. Where they do not fit, it is negative, and the size is in a word of its own.
   */
  private static final int DATASET = 40;

  private static final int LENGTH = 52;
  private static final int FOLDED = 62;
  private static final long SIZE_MAX = (1L << DATASET) - 1;
  private static final int DATASET_MAX = (1 << LENGTH - DATASET) - 1;
  private static final int LENGTH_MAX = (1 << FOLDED - LENGTH) - 1;

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
    boolean fits = bytes <= SIZE_MAX && dataset <= DATASET_MAX && length <= LENGTH_MAX;
    byte[] folded = fits ? FoldedName.of(text, from, length) : null;
    int stored = folded == null ? length : folded.length;
    long word =
        fits
            ? (folded == null ? 0 : 1L << FOLDED)
                | (long) stored << LENGTH
                | (long) dataset << DATASET
                | bytes
            : Long.MIN_VALUE | (long) dataset << Integer.SIZE | stored;
    int entry = pages.add(start(word) + stored);
    byte[] page = page(entry);
    int at = PackedEntries.place(entry);
    LONG.set(page, at, word);
    if (!fits) {
      LONG.set(page, at + Long.BYTES, bytes);
    }
    System.arraycopy(
        folded == null ? text : folded, folded == null ? from : 0, page, at + start(word), stored);
    longest = Math.max(longest, length + datasetBytes.get(dataset).length);
    count++;
    return entry;
  }

  private long word(int entry) {
    return (long) LONG.get(page(entry), PackedEntries.place(entry));
  }

  private static boolean isFolded(long word) {
    return word >>> FOLDED == 1;
  }

  /** Where the name begins in an entry. */
  private static int start(long word) {
    return word < 0 ? 2 * Long.BYTES : Long.BYTES;
  }

  /** The bytes of the name in an entry. */
  private static int stored(long word) {
    return word < 0 ? (int) word : (int) (word >>> LENGTH) & LENGTH_MAX;
  }

  private static int datasetIn(long word) {
    return word < 0
        ? (int) (word >>> Integer.SIZE) & Integer.MAX_VALUE
        : (int) (word >>> DATASET) & DATASET_MAX;
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
    return datasetIn(word(entry));
  }

  public long bytes(int entry) {
    long word = word(entry);
    return word < 0
        ? (long) LONG.get(page(entry), PackedEntries.place(entry) + Long.BYTES)
        : word & SIZE_MAX;
  }

  /** Returns the chunk. Its dataset's array is shared by all of the dataset. */
  public SizedChunk chunk(int entry) {
    long word = word(entry);
    byte[] dataset = datasetBytes.get(datasetIn(word));
    byte[] page = page(entry);
    int at = PackedEntries.place(entry) + start(word);
    if (!isFolded(word)) {
      return new SizedChunk(dataset, page, at, stored(word), bytes(entry));
    }
    byte[] text = FoldedName.text(page, at, stored(word));
    return new SizedChunk(dataset, text, 0, text.length, word & SIZE_MAX);
  }

  /** Returns the name. Its dataset's text is shared by all of the dataset. */
  public ChunkName name(int entry) {
    SizedChunk chunk = chunk(entry);
    String id = new String(chunk.text(), chunk.from(), chunk.length(), UTF_8);
    return new ChunkName(datasets.get(dataset(entry)), id);
  }

  /** Compares names in placement order. */
  public int compare(int entry, int other) {
    long word = word(other);
    if (dataset(entry) != datasetIn(word)) {
      return Arrays.compareUnsigned(
          datasetBytes.get(dataset(entry)), datasetBytes.get(datasetIn(word)));
    }
    if (isFolded(word(entry)) == isFolded(word)) {
      return compare(entry, page(other), PackedEntries.place(other) + start(word), stored(word));
    }
    return compare(chunk(entry), chunk(other));
  }

  /** As above, with any name. */
  public int compare(int entry, Wanted other) {
    long word = word(entry);
    int byDataset = Arrays.compareUnsigned(datasetBytes.get(datasetIn(word)), other.dataset);
    if (byDataset != 0) {
      return byDataset;
    }
    byte[] id = isFolded(word) ? other.folded : other.id;
    return id == null
        ? compare(chunk(entry), new SizedChunk(other.dataset, other.id, 0, other.id.length, 0))
        : compare(entry, id, 0, id.length);
  }

  /** Compares what is stored. */
  private int compare(int entry, byte[] text, int from, int length) {
    long word = word(entry);
    int at = PackedEntries.place(entry) + start(word);
    return Arrays.compareUnsigned(page(entry), at, at + stored(word), text, from, from + length);
  }

  private static int compare(SizedChunk one, SizedChunk other) {
    return Arrays.compareUnsigned(
        one.text(),
        one.from(),
        one.from() + one.length(),
        other.text(),
        other.from(),
        other.from() + other.length());
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

  /**
   * A name that is looked for.
   *
   * @param folded null if it has another form
   */
  @SuppressWarnings("ArrayRecordComponent") // to be compared with entries only
  public record Wanted(byte[] dataset, byte[] id, byte[] folded) {
    public static Wanted of(ChunkName name) {
      byte[] id = name.id().getBytes(UTF_8);
      return new Wanted(name.dataset().getBytes(UTF_8), id, FoldedName.of(id, 0, id.length));
    }
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
        long word = word(entry);
        sum += stored(word) + (isFolded(word) ? FoldedName.SAVED : 0);
        sum += datasetBytes.get(datasetIn(word)).length;
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
        long word = word(listed[at]);
        int end = PackedEntries.place(listed[at]) + start(word) + stored(word);
        touched += page(listed[at])[end - 1];
      }
      if (touched == Long.MIN_VALUE) {
        throw new IllegalStateException("no bytes have this sum");
      }
    }
  }
}
