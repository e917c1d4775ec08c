package dev.rota.chunks;

import java.util.Arrays;

/** What a worker fetches and what it drops from one assignment to the next. */
public final class Change {
  private final int[] added;
  private final int[] removed;

  private Change(int[] added, int[] removed) {
    this.added = added;
    this.removed = removed;
  }

  /**
   * From one list of chunks to another.
   *
   * @param held positions in the table that was, ascending
   * @param holds positions in the table that is, ascending
   * @param positions where the chunks that were are now, as {@link ChunkTable#positionsIn} says
   */
  public static Change between(int[] held, int[] holds, int[] positions) {
    int[] added = new int[holds.length];
    int[] removed = new int[held.length];
    int more = 0;
    int less = 0;
    int at = 0;
    for (int chunk : held) {
      int position = positions[chunk];
      while (position >= 0 && at < holds.length && holds[at] < position) {
        added[more++] = holds[at++];
      }
      if (position >= 0 && at < holds.length && holds[at] == position) {
        at++;
      } else {
        removed[less++] = chunk;
      }
    }
    while (at < holds.length) {
      added[more++] = holds[at++];
    }
    return new Change(Arrays.copyOf(added, more), Arrays.copyOf(removed, less));
  }

  /** What it fetches: positions in the table that is, ascending. */
  public int[] added() {
    return added.clone();
  }

  /** What it drops: positions in the table that was, ascending. */
  public int[] removed() {
    return removed.clone();
  }

  /** Whether it keeps what it has, and that is all. */
  public boolean isNothing() {
    return added.length == 0 && removed.length == 0;
  }

  /** How much it fetches, in bytes of the table that is. */
  public long addedBytes(ChunkTable after) {
    return Arrays.stream(added).mapToLong(after::bytes).sum();
  }
}
