package dev.rota.chunks.placement;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The workers that hold copies of chunks with many copies. To compare one copy after the other
 * would cost the square of their number.
 */
public final class Holders {
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
    int[] table = tables.computeIfAbsent(chunk, of -> table(planned));
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
