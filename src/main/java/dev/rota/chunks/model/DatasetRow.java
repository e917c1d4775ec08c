package dev.rota.chunks.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The multi-record listings of a dataset: the open one, and complete ones that its chunks' rows do
 * not contain yet. A listing that becomes complete changes only this row. A sweep then updates the
 * chunks' rows, some rows per turn.
 *
 * <p>A claim is a listing's hold on a dataset. Its number is higher than all earlier claims in the
 * network.
 *
 * @param claim claim of the open listing; 0: none
 * @param listing id of the open listing; null: none
 * @param whole true if the open listing replaces the dataset
 * @param complete claims that took effect, oldest first
 * @param cursor the last swept chunk; null: nothing to sweep
 * @param through the highest complete claim that this sweep applies
 * @param again true if another sweep must follow
 */
record DatasetRow(
    long claim,
    String listing,
    boolean whole,
    List<Complete> complete,
    String cursor,
    long through,
    boolean again) {
  /** The row of a dataset without multi-record listings. */
  static final DatasetRow NONE = new DatasetRow(0, null, false, List.of(), null, 0, false);

  /**
   * A claim that took effect.
   *
   * @param generation the current generation at that time
   * @param whole true if chunks that it did not name were removed
   */
  record Complete(long claim, long generation, boolean whole) {
    private ChunkRow settled(ChunkRow row) {
      if (row.asOf() > claim) {
        return row;
      }
      long bytes = row.asOf() == claim ? row.toCome() : whole ? ChunkRow.NONE : row.listed();
      ChunkRow now = bytes == row.listed() ? row : row.list(bytes, generation);
      return now.name(claim, bytes);
    }
  }

  boolean isNone() {
    return claim == 0 && complete.isEmpty() && cursor == null;
  }

  boolean isSwept() {
    return cursor == null;
  }

  /** True if the open listing has named the chunk. */
  boolean hasNamed(ChunkRow row) {
    return claim != 0 && row.asOf() == claim;
  }

  /** Returns the chunk's size after the open listing, as far as parts have arrived. */
  public long toCome(ChunkRow row) {
    return hasNamed(row) ? row.toCome() : whole ? ChunkRow.NONE : row.listed();
  }

  /** Returns the chunk's row with the effects of all complete listings. */
  ChunkRow settled(ChunkRow row) {
    ChunkRow settled = row;
    for (Complete one : complete) {
      settled = one.settled(settled);
    }
    // Sizes of an abandoned listing have no effect.
    return settled.named() == ChunkRow.KEPT || hasNamed(settled)
        ? settled
        : settled.name(settled.asOf(), settled.listed());
  }

  DatasetRow claimed(long number, String by, boolean replaces) {
    return new DatasetRow(number, by, replaces, complete, cursor, through, again);
  }

  DatasetRow completed(long generation) {
    List<Complete> more = new ArrayList<>(complete);
    more.add(new Complete(claim, generation, whole));
    return new DatasetRow(0, null, false, List.copyOf(more), cursor, through, again).swept();
  }

  /** Returns the open listing without the complete ones, which a sweep changes meanwhile. */
  DatasetRow alone() {
    return new DatasetRow(claim, listing, whole, List.of(), null, 0, false);
  }

  DatasetRow released() {
    return new DatasetRow(0, null, false, complete, cursor, through, again);
  }

  /** Starts a sweep. */
  DatasetRow swept() {
    return cursor == null
        ? new DatasetRow(claim, listing, whole, complete, "", last(), false)
        : new DatasetRow(claim, listing, whole, complete, cursor, through, true);
  }

  DatasetRow sweptTo(String chunk) {
    return new DatasetRow(claim, listing, whole, complete, chunk, through, again);
  }

  /** Ends a sweep. */
  DatasetRow sweptAll() {
    List<Complete> rest = complete.stream().filter(one -> one.claim > through).toList();
    DatasetRow done = new DatasetRow(claim, listing, whole, rest, null, 0, false);
    return again ? done.swept() : done;
  }

  private long last() {
    return complete.isEmpty() ? 0 : complete.get(complete.size() - 1).claim;
  }
}
