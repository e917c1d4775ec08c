package dev.rota.chunks.placement;

import static dev.rota.kernel.domain.TextOrder.CODE_POINTS;

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
  public static final Comparator<Chunk> ORDER =
      Comparator.comparing(Chunk::dataset, CODE_POINTS).thenComparing(Chunk::id, CODE_POINTS);

  private final NamedChunks named;
  private final List<SoftwareVersion> versions;

  private final int size;

  /** The numbers of the chunks by their names. Arrays may be longer than there are chunks. */
  private final int[] entries;

  private final long[] bytes;
  private final char[] weights;

  /** The minimum version's index in {@link #versions}, from 1; 0 for none. */
  private final char[] restrictions;

  private ChunkTable(Builder built) {
    named = built.named;
    versions = List.copyOf(built.versions);
    size = built.size;
    entries = built.entries;
    bytes = built.bytes;
    weights = built.weights;
    restrictions = built.restrictions;
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
    return size;
  }

  public Chunk chunk(int position) {
    ChunkName name = named.name(entries[position]);
    char restriction = restrictions[position];
    return new Chunk(
        name.dataset(),
        name.id(),
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

  /** Returns the hash of each chunk's text. Copies add their tags to it (rule 3). */
  Texts texts() {
    return new Texts(this);
  }

  /** Reads the table from the start, one chunk at a time. */
  static final class Texts {
    private final ChunkTable table;
    private byte[] text = new byte[256];

    private Texts(ChunkTable table) {
      this.table = table;
    }

    SeaHash at(int position) {
      SizedChunk chunk = table.named.chunk(table.entries[position]);
      int length = chunk.textLength();
      if (length > text.length) {
        text = new byte[2 * length];
      }
      chunk.write(text);
      return new SeaHash(text, length);
    }
  }

  /** Takes chunks in placement order. */
  public static final class Builder {
    private final NamedChunks named;
    private final List<SoftwareVersion> versions = new ArrayList<>();
    private int size;
    private int[] entries;
    private long[] bytes;
    private char[] weights;
    private char[] restrictions;

    public Builder() {
      this(new NamedChunks(), 16);
    }

    /**
     * Begins a table of chunks that have their numbers.
     *
     * @param expected about so many
     */
    public Builder(NamedChunks named, int expected) {
      this.named = named;
      entries = new int[expected];
      bytes = new long[expected];
      weights = new char[expected];
      restrictions = new char[expected];
    }

    /**
     * Adds the next chunk.
     *
     * @throws IllegalArgumentException if the chunk does not come after the previous one
     */
    public Builder add(Chunk chunk) {
      return add(named.add(chunk), chunk.weight(), chunk.leastVersion());
    }

    /** As above, with the chunk's number. */
    public Builder add(int entry, int weight, SoftwareVersion leastVersion) {
      if (size > 0 && named.compare(entries[size - 1], entry) >= 0) {
        ChunkName name = named.name(entry);
        throw new IllegalArgumentException(
            "chunk " + name.id() + " of " + name.dataset() + " is there twice, or out of order");
      }
      grow();
      entries[size] = entry;
      bytes[size] = named.bytes(entry);
      weights[size] = (char) weight;
      restrictions[size] = restriction(leastVersion);
      size++;
      return this;
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

    private void grow() {
      if (size == bytes.length) {
        int more = size + size / 2 + 1;
        entries = Arrays.copyOf(entries, more);
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
