package dev.rota.chunks.model;

import dev.rota.kernel.table.LongsByName;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The future list of a dataset: its chunks after the open listing, as far as parts have arrived.
 */
public final class FutureChunkList {
  private final DatasetRow claim;
  private final Dataset list;

  /** Named chunks whose listed size differs: bytes or {@link ChunkRow#NONE}. */
  private final LongsByName changes = new LongsByName();

  /** How many of them are removed. */
  private long removals;

  /** The number of named chunks that are listed. */
  private long known;

  /**
   * Begins a future list.
   *
   * @param list the listed chunks, or an empty list if the dataset is replaced
   */
  FutureChunkList(DatasetRow claim, Dataset list) {
    this.claim = claim.alone();
    this.list = list;
  }

  /** Returns the id of the multi-record listing, or null for a single-record listing. */
  public String listing() {
    return claim.listing();
  }

  /** True if chunks that are not named are removed. */
  public boolean isWhole() {
    return claim.whole();
  }

  /** Returns the chunk's size after the listing, or {@link ChunkRow#NONE}. */
  public long toCome(ChunkRow row) {
    return claim.toCome(row);
  }

  /** True if the listing changes the chunk. */
  public boolean alters(ChunkRow row) {
    return toCome(row) != row.listed();
  }

  DatasetRow claim() {
    return claim;
  }

  public Dataset list() {
    return list;
  }

  public LongsByName changes() {
    return changes;
  }

  /** Returns true if the listing removes the chunk, which is listed now. Most remove none. */
  boolean isRemoved(String chunk) {
    return removals > 0 && changes.has(chunk);
  }

  /**
   * Returns how many chunks are removed because they are not named.
   *
   * @param listed number of listed chunks
   */
  public long dropped(long listed) {
    return isWhole() ? listed - known : 0;
  }

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
   * Counts the future list from scratch.
   *
   * @param none an empty list
   * @param rows passes each row of the dataset's chunks to the consumer
   */
  public FutureChunkList counted(Dataset none, Consumer<BiConsumer<String, ChunkRow>> rows) {
    FutureChunkList coming = new FutureChunkList(claim, none);
    rows.accept(coming::restore);
    return coming;
  }

  /** Restores a row. The list must not contain the chunk. */
  void restore(String chunk, ChunkRow row) {
    if (claim.toCome(row) != ChunkRow.NONE) {
      list.add(chunk, claim.toCome(row));
    }
    add(chunk, row);
  }

  /** Returns all counters, for comparison. */
  public Map<String, Object> told() {
    return Map.ofEntries(
        Map.entry("chunks", list.chunks()),
        Map.entry("bytes", list.bytes()),
        Map.entry("blocks", list.ranges().all()),
        Map.entry("changes", changes.sorted()),
        Map.entry("removals", removals),
        Map.entry("known", known));
  }

  private void add(String chunk, ChunkRow row) {
    count(row, 1);
    boolean changed = claim.hasNamed(row) && row.toCome() != row.listed();
    long before =
        changed
            ? changes.put(chunk, row.toCome(), ChunkRow.KEPT)
            : changes.remove(chunk, ChunkRow.KEPT);
    removals += changed && row.toCome() == ChunkRow.NONE ? 1 : 0;
    removals -= before == ChunkRow.NONE ? 1 : 0;
  }

  private void count(ChunkRow row, int one) {
    known += claim.hasNamed(row) && row.isListed() ? one : 0;
  }
}
