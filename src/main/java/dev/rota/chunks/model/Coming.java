package dev.rota.chunks.model;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The list of a dataset that is to come when the open listing is complete, as far as that has come.
 */
public final class Coming {
  private final DatasetRow claim;
  private final Dataset list;

  /** Chunks that it names and that are listed otherwise: bytes or {@link ChunkRow#NONE}. */
  private final Map<String, Long> changes = new LinkedHashMap<>();

  /** How many chunks it names that are listed. */
  private long known;

  /**
   * At the beginning.
   *
   * @param list what is listed, or nothing when it is replaced
   */
  Coming(DatasetRow claim, Dataset list) {
    this.claim = claim;
    this.list = list;
  }

  /** Of the listing of many records; null: of one record alone. */
  public String listing() {
    return claim.listing();
  }

  /** What it does not name goes. */
  public boolean isWhole() {
    return claim.whole();
  }

  public DatasetRow claim() {
    return claim;
  }

  public Dataset list() {
    return list;
  }

  public Map<String, Long> changes() {
    return changes;
  }

  /**
   * How many chunks go as it does not name them.
   *
   * @param listed how many there are
   */
  public long dropped(long listed) {
    return isWhole() ? listed - known : 0;
  }

  /** A chunk's row is another one. */
  void change(String chunk, ChunkRow before, ChunkRow after) {
    count(before, -1);
    long was = claim.toCome(before);
    long bytes = claim.toCome(after);
    if (was != bytes) {
      if (was != ChunkRow.NONE) {
        list.remove(chunk, was);
      }
      if (bytes != ChunkRow.NONE) {
        list.add(chunk, bytes);
      }
    }
    add(chunk, after);
  }

  /**
   * All of it counted anew.
   *
   * @param none an empty list
   * @param rows hands over each row of the dataset's chunks
   */
  public static Coming counted(
      DatasetRow claim, Dataset none, Consumer<BiConsumer<String, ChunkRow>> rows) {
    Coming coming = new Coming(claim, none);
    rows.accept(coming::restore);
    return coming;
  }

  /** From a row, where the list is still empty. */
  void restore(String chunk, ChunkRow row) {
    if (claim.toCome(row) != ChunkRow.NONE) {
      list.add(chunk, claim.toCome(row));
    }
    add(chunk, row);
  }

  /** All that is counted. */
  public Map<String, Object> told() {
    return Map.of(
        "chunks", list.chunks(),
        "bytes", list.bytes(),
        "blocks", list.ranges().all(),
        "changes", new TreeMap<>(changes),
        "known", known);
  }

  private void add(String chunk, ChunkRow row) {
    count(row, 1);
    if (claim.hasNamed(row) && row.toCome() != row.listed()) {
      changes.put(chunk, row.toCome());
    } else {
      changes.remove(chunk);
    }
  }

  private void count(ChunkRow row, int one) {
    known += claim.hasNamed(row) && row.isListed() ? one : 0;
  }
}
