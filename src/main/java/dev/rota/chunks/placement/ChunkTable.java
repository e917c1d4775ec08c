package dev.rota.chunks.placement;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * All chunks of a network in placement order: by the bytes of the dataset's id, then by the bytes
 * of the chunk's id (rule 1). A chunk is identified by its position, from 0.
 */
public final class ChunkTable {
  static final Comparator<String> BY_BYTES =
      (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));

  public static final Comparator<Chunk> ORDER =
      Comparator.comparing(Chunk::dataset, BY_BYTES).thenComparing(Chunk::id, BY_BYTES);

  private final List<String> datasets;
  private final List<SoftwareVersion> versions;
  private final int[] dataset;

  /** The concatenated ids, and the end of each. */
  private final byte[] ids;

  private final int[] ends;
  private final long[] bytes;
  private final char[] weights;

  /** The minimum version's index in {@link #versions}, from 1; 0 for none. */
  private final char[] restrictions;

  private ChunkTable(Builder built) {
    datasets = List.copyOf(built.datasets);
    versions = List.copyOf(built.versions);
    dataset = Arrays.copyOf(built.dataset, built.size);
    ids = Arrays.copyOf(built.ids, built.size == 0 ? 0 : built.ends[built.size - 1]);
    ends = Arrays.copyOf(built.ends, built.size);
    bytes = Arrays.copyOf(built.bytes, built.size);
    weights = Arrays.copyOf(built.weights, built.size);
    restrictions = Arrays.copyOf(built.restrictions, built.size);
  }

  /**
   * Returns a table of these chunks, which may be in any order.
   *
   * @throws IllegalArgumentException if a chunk is listed twice
   */
  public static ChunkTable of(Collection<Chunk> chunks) {
    Builder builder = new Builder();
    chunks.stream().sorted(ORDER).forEach(builder::add);
    return builder.build();
  }

  public int size() {
    return bytes.length;
  }

  public Chunk chunk(int position) {
    int start = start(position);
    char restriction = restrictions[position];
    return new Chunk(
        datasets.get(dataset[position]),
        new String(ids, start, ends[position] - start, UTF_8),
        bytes[position],
        weights[position],
        restriction == 0 ? null : versions.get(restriction - 1));
  }

  long bytes(int position) {
    return bytes[position];
  }

  int weight(int position) {
    return weights[position];
  }

  int restriction(int position) {
    return restrictions[position];
  }

  /** Returns the minimum versions. A restriction is an index into them, from 1. */
  List<SoftwareVersion> versions() {
    return versions;
  }

  private int start(int position) {
    return position == 0 ? 0 : ends[position - 1];
  }

  /** Returns the hash of each chunk's text. Copies add their tags to it (rule 3). */
  Texts texts() {
    return new Texts(this);
  }

  /** Reads the table from the start, one chunk at a time. */
  static final class Texts {
    private final ChunkTable table;
    private byte[] text = new byte[256];
    private int dataset = -1;
    private int datasetLength;

    private Texts(ChunkTable table) {
      this.table = table;
    }

    SeaHash at(int position) {
      if (table.dataset[position] != dataset) {
        dataset = table.dataset[position];
        byte[] name = (table.datasets.get(dataset) + "/").getBytes(UTF_8);
        datasetLength = name.length;
        fit(datasetLength);
        System.arraycopy(name, 0, text, 0, datasetLength);
      }
      int start = table.start(position);
      int idLength = table.ends[position] - start;
      int length = datasetLength + idLength + 1;
      fit(length);
      System.arraycopy(table.ids, start, text, datasetLength, idLength);
      text[length - 1] = ':';
      return new SeaHash(text, length);
    }

    private void fit(int length) {
      if (length > text.length) {
        text = Arrays.copyOf(text, 2 * length);
      }
    }
  }

  /** Takes chunks in placement order. */
  public static final class Builder {
    private final List<String> datasets = new ArrayList<>();
    private final List<SoftwareVersion> versions = new ArrayList<>();
    private int size;
    private int[] dataset = new int[16];
    private byte[] ids = new byte[1024];
    private int[] ends = new int[16];
    private long[] bytes = new long[16];
    private char[] weights = new char[16];
    private char[] restrictions = new char[16];

    /**
     * Adds the next chunk.
     *
     * @throws IllegalArgumentException if the chunk does not come after the previous one
     */
    public Builder add(Chunk chunk) {
      byte[] id = chunk.id().getBytes(UTF_8);
      int start = size == 0 ? 0 : ends[size - 1];
      fit(start + id.length);
      if (!sameDataset(chunk)) {
        datasets.add(chunk.dataset());
      } else if (Arrays.compareUnsigned(
              ids, size == 1 ? 0 : ends[size - 2], start, id, 0, id.length)
          >= 0) {
        throw outOfOrder(chunk);
      }
      System.arraycopy(id, 0, ids, start, id.length);
      dataset[size] = datasets.size() - 1;
      ends[size] = start + id.length;
      bytes[size] = chunk.bytes();
      weights[size] = (char) chunk.weight();
      restrictions[size] = restriction(chunk.leastVersion());
      size++;
      return this;
    }

    private boolean sameDataset(Chunk chunk) {
      if (size == 0) {
        return false;
      }
      int order = BY_BYTES.compare(datasets.get(datasets.size() - 1), chunk.dataset());
      if (order > 0) {
        throw outOfOrder(chunk);
      }
      return order == 0;
    }

    private static IllegalArgumentException outOfOrder(Chunk chunk) {
      return new IllegalArgumentException(
          "chunk " + chunk.id() + " of " + chunk.dataset() + " is there twice, or out of order");
    }

    private char restriction(SoftwareVersion version) {
      if (version == null) {
        return 0;
      }
      int known = versions.indexOf(version);
      if (known < 0) {
        known = versions.size();
        versions.add(version);
      }
      if (known >= Character.MAX_VALUE) {
        throw new IllegalArgumentException("more than 65535 different versions are asked for");
      }
      return (char) (known + 1);
    }

    private void fit(int idBytes) {
      if (idBytes > ids.length) {
        ids = Arrays.copyOf(ids, Math.addExact(idBytes, idBytes / 2));
      }
      if (size == bytes.length) {
        int more = size + size / 2;
        dataset = Arrays.copyOf(dataset, more);
        ends = Arrays.copyOf(ends, more);
        bytes = Arrays.copyOf(bytes, more);
        weights = Arrays.copyOf(weights, more);
        restrictions = Arrays.copyOf(restrictions, more);
      }
    }

    public ChunkTable build() {
      return new ChunkTable(this);
    }
  }
}
