package dev.rota.chunks.model;

import java.util.ArrayList;
import java.util.List;

/**
 * What listings of many records make of a dataset: the one that it belongs to, and those that are
 * complete and that its chunks' rows need not know of yet. A listing that is complete changes this
 * row only; a sweep over the chunks, some rows a turn, writes down what it made of them.
 *
 * <p>Each time that a listing takes a dataset is a claim, with a number of its own that is higher
 * than all before it in the network.
 *
 * @param claim of the open listing; 0: there is none
 * @param listing that is open; null: there is none
 * @param whole the open listing replaces the dataset
 * @param complete claims that took effect, oldest first
 * @param cursor the last chunk that was swept; null: there is nothing to sweep
 * @param through the highest complete claim that this sweep writes down
 * @param again another sweep is to follow
 */
public record DatasetRow(
    long claim,
    String listing,
    boolean whole,
    List<Complete> complete,
    String cursor,
    long through,
    boolean again) {
  /** Of a dataset that listings of one record are enough for. */
  static final DatasetRow NONE = new DatasetRow(0, null, false, List.of(), null, 0, false);

  /**
   * A claim that took effect.
   *
   * @param generation that stood then
   * @param whole chunks that it did not name went
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

  /** Whether the open listing has named the chunk. */
  boolean hasNamed(ChunkRow row) {
    return claim != 0 && row.asOf() == claim;
  }

  /** What becomes of a chunk when the open listing is complete, as far as it has come. */
  public long toCome(ChunkRow row) {
    return hasNamed(row) ? row.toCome() : whole ? ChunkRow.NONE : row.listed();
  }

  /** A chunk's row with all that complete listings made of it. */
  ChunkRow settled(ChunkRow row) {
    ChunkRow settled = row;
    for (Complete one : complete) {
      settled = one.settled(settled);
    }
    // What a listing said that came to nothing says nothing.
    return settled.named() == ChunkRow.KEPT || hasNamed(settled)
        ? settled
        : settled.name(settled.asOf(), settled.listed());
  }

  DatasetRow claimed(long number, String by, boolean replaces) {
    return new DatasetRow(number, by, replaces, complete, cursor, through, again);
  }

  /** The open listing counts from now on. */
  DatasetRow completed(long generation) {
    List<Complete> more = new ArrayList<>(complete);
    more.add(new Complete(claim, generation, whole));
    return new DatasetRow(0, null, false, List.copyOf(more), cursor, through, again).swept();
  }

  /** There is no open listing. */
  DatasetRow released() {
    return new DatasetRow(0, null, false, complete, cursor, through, again);
  }

  /** There is something to sweep. */
  DatasetRow swept() {
    return cursor == null
        ? new DatasetRow(claim, listing, whole, complete, "", last(), false)
        : new DatasetRow(claim, listing, whole, complete, cursor, through, true);
  }

  DatasetRow sweptTo(String chunk) {
    return new DatasetRow(claim, listing, whole, complete, chunk, through, again);
  }

  /** The sweep has come to the end. */
  DatasetRow sweptAll() {
    List<Complete> rest = complete.stream().filter(one -> one.claim > through).toList();
    DatasetRow done = new DatasetRow(claim, listing, whole, rest, null, 0, false);
    return again ? done.swept() : done;
  }

  private long last() {
    return complete.isEmpty() ? 0 : complete.get(complete.size() - 1).claim;
  }
}
