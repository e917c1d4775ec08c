package dev.rota.chunks.placement;

import dev.rota.kernel.engine.ParallelParts;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** All planned copies, by chunk and then by tag, with the start of each one's walk (rule 3). */
public final class PlannedCopies {
  /** The worker of a copy that has no place. */
  public static final int NOWHERE = Character.MAX_VALUE;

  /** Chunks per part: they may have one copy or a hundred. */
  static final int PART = 1 << 12;

  private final ChunkTable chunks;

  /** The index of each chunk's first copy; the last entry is the number of copies. */
  private final int[] first;

  /** Each copy's ring. */
  private final char[] rings;

  /** Receives a copy, and its position on its ring: the unsigned hash that selected the ring. */
  interface Hashed {
    void take(int copy, long hash);
  }

  /**
   * Plans all copies.
   *
   * @param factors the number of copies, by weight
   */
  PlannedCopies(ChunkTable chunks, int[] factors, int ringCount, ParallelParts parts) {
    this.chunks = chunks;
    first = new int[chunks.size() + 1];
    for (int chunk = 0; chunk < chunks.size(); chunk++) {
      first[chunk + 1] = Math.addExact(first[chunk], factors[chunks.weight(chunk)]);
    }
    rings = new char[first[chunks.size()]];
    hash(parts, (copy, hash) -> rings[copy] = (char) Long.remainderUnsigned(hash, ringCount));
  }

  private void hash(ParallelParts parts, Hashed into) {
    parts.ranges(chunks.size(), PART, (from, to) -> hash(from, to, into));
  }

  /** Hashes the copies of some chunks. That is cheap: all hashes would take much more to keep. */
  void hash(int from, int to, Hashed into) {
    ChunkTable.Texts texts = chunks.texts();
    for (int chunk = from; chunk < to; chunk++) {
      SeaHash text = texts.at(chunk);
      for (int copy = first[chunk]; copy < first[chunk + 1]; copy++) {
        into.take(copy, text.with(copy - first[chunk]));
      }
    }
  }

  /** Returns the hash of each copy. */
  public long[] hashes(ParallelParts parts) {
    long[] hashes = new long[count()];
    hash(parts, (copy, hash) -> hashes[copy] = hash);
    return hashes;
  }

  public int count() {
    return rings.length;
  }

  /** Returns a chunk's first copy. The chunk's other copies follow it. */
  public int first(int chunk) {
    return first[chunk];
  }

  public int planned(int chunk) {
    return first[chunk + 1] - first[chunk];
  }

  int ring(int copy) {
    return rings[copy];
  }

  int chunks() {
    return chunks.size();
  }

  /**
   * The workers that hold copies of chunks with many copies. To compare one copy after the other
   * would cost the square of their number.
   */
  public static final class Holders {
    /** The copies of a chunk with so many or fewer are as quickly compared. */
    private static final int FEW = 64;

    private static final int NONE = -1;
    private static final long SCATTER = 0x9e3779b97f4a7c15L;
    private static final int SHIFT = 40;

    private final Map<Integer, int[]> tables = new HashMap<>();
    private long looks;

    /** True for a chunk whose holders belong here. */
    public static boolean areFor(int planned) {
      return planned > FEW;
    }

    /** Adds a worker that got a copy. */
    public void add(int chunk, int planned, int worker) {
      int[] table = tables.computeIfAbsent(chunk, _ -> table(planned));
      table[find(table, worker)] = worker;
    }

    public boolean has(int chunk, int worker) {
      int[] table = tables.get(chunk);
      return table != null && table[find(table, worker)] == worker;
    }

    /** Forgets a chunk whose copies all have their places. */
    public void forget(int chunk) {
      tables.remove(chunk);
    }

    /** Returns how many entries were looked at so far. */
    public long looks() {
      return looks;
    }

    /** At most half of the entries are taken, so that few are looked at. */
    private static int[] table(int planned) {
      int[] table = new int[4 * Integer.highestOneBit(planned)];
      Arrays.fill(table, NONE);
      return table;
    }

    private int find(int[] table, int worker) {
      int mask = table.length - 1;
      int at = (int) (worker * SCATTER >>> SHIFT) & mask;
      while (table[at] != NONE && table[at] != worker) {
        looks++;
        at = at + 1 & mask;
      }
      looks++;
      return at;
    }
  }
}
