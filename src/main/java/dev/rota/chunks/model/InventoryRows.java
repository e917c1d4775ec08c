package dev.rota.chunks.model;

import static java.util.Objects.requireNonNullElse;

import dev.rota.chunks.placement.ChunkName;
import dev.rota.kernel.table.ChangedRows;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.Table;
import dev.rota.kernel.table.Tables;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * The rows of chunks and of datasets. A dataset's row holds the complete listings that its chunks'
 * rows do not contain yet. A chunk that is read contains them.
 *
 * <pre>
 * 4 chunks    dataset, chunk -> bytes as listed, in the generation, and in the open listing
 * 6 datasets  dataset -> its open listing, and what is still to be swept
 * </pre>
 */
final class InventoryRows {
  /** The number of rows that one turn sweeps: about ten milliseconds. */
  static final int SWEPT_MAX = 4096;

  private static final int PAGE = 1024;

  private final Table<ChunkName, ChunkRow> chunks;
  private final ChangedRows<String, DatasetRow> datasets;
  private final Map<ChunkName, Unsaved> changed = new LinkedHashMap<>();
  private final TreeMap<String, DatasetRow> known = new TreeMap<>();

  /** Datasets with rows to sweep. */
  private final TreeSet<String> unswept = new TreeSet<>();

  /**
   * A row that has changed since the last save.
   *
   * @param isNew true if none is saved
   */
  private record Unsaved(ChunkRow row, boolean isNew) {}

  InventoryRows(Tables tables) {
    chunks = tables.open(4, ChunksCodecs.CHUNK_NAME, ChunksCodecs.CHUNK);
    datasets = tables.openChanged(6, Codec.TEXT, ChunksCodecs.DATASET);
  }

  /** Rebuilds the datasets. Must precede any read of a chunk. */
  void rebuildDatasets() {
    datasets.rebuild(this::know);
  }

  void eachSaved(BiConsumer<ChunkName, ChunkRow> into) {
    chunks.rebuild((name, row) -> into.accept(name, settled(name, row)));
  }

  private ChunkRow settled(ChunkName name, ChunkRow row) {
    return dataset(name.dataset()).settled(row);
  }

  /** Returns the row, including unsaved changes. */
  ChunkRow chunk(ChunkName name) {
    Unsaved row = changed.get(name);
    return settled(
        name, row != null ? row.row : requireNonNullElse(chunks.get(name), ChunkRow.UNKNOWN));
  }

  /** As above, if no row is saved. */
  ChunkRow unsaved(ChunkName name) {
    Unsaved row = changed.get(name);
    return settled(name, row == null ? ChunkRow.UNKNOWN : row.row);
  }

  void put(ChunkName name, ChunkRow row) {
    put(name, row, false);
  }

  /**
   * As above.
   *
   * @param isNew true if no row is saved, so that none is looked for
   */
  void put(ChunkName name, ChunkRow row, boolean isNew) {
    Unsaved first = changed.put(name, new Unsaved(row, isNew));
    if (first != null && first.isNew != isNew) {
      changed.put(name, new Unsaved(row, first.isNew)); // only the first one knows what is saved
    }
  }

  DatasetRow dataset(String name) {
    return known.getOrDefault(name, DatasetRow.NONE);
  }

  void put(String dataset, DatasetRow row) {
    know(dataset, row);
    datasets.mark(dataset);
  }

  private void know(String dataset, DatasetRow row) {
    if (row.isNone()) {
      known.remove(dataset);
    } else {
      known.put(dataset, row);
    }
    if (row.isSwept()) {
      unswept.remove(dataset);
    } else {
      unswept.add(dataset);
    }
  }

  /** Returns the datasets with an open listing or rows to sweep. */
  Map<String, DatasetRow> datasets() {
    return known;
  }

  /** Passes each chunk of a dataset to the consumer, including chunks that are no longer listed. */
  void each(String dataset, BiConsumer<String, ChunkRow> into) {
    DatasetRow listings = dataset(dataset);
    Set<String> seen = new HashSet<>();
    ChunkName last = new ChunkName(dataset, "");
    List<Map.Entry<ChunkName, ChunkRow>> page;
    do {
      page = chunks.page(last, PAGE);
      for (Map.Entry<ChunkName, ChunkRow> row : page) {
        last = row.getKey();
        if (last.dataset().equals(dataset)) {
          Unsaved now = changed.get(last);
          if (now != null) {
            seen.add(last.id());
          }
          into.accept(last.id(), listings.settled(now == null ? row.getValue() : now.row));
        }
      }
    } while (!page.isEmpty() && last.dataset().equals(dataset));
    changed.forEach(
        (name, row) -> {
          if (name.dataset().equals(dataset) && !seen.contains(name.id())) {
            into.accept(name.id(), listings.settled(row.row));
          }
        });
  }

  /** True if rows have changed since the last save. */
  boolean isTouched() {
    return !changed.isEmpty() || datasets.isMarked();
  }

  boolean isSwept() {
    return unswept.isEmpty();
  }

  /** Applies complete listings to the next rows, and deletes rows of removed chunks. */
  void sweep(long generation) {
    changed.replaceAll((name, unsaved) -> new Unsaved(settled(name, unsaved.row), unsaved.isNew));
    int left = SWEPT_MAX;
    while (left > 0 && !unswept.isEmpty()) {
      left -= sweep(unswept.first(), Math.min(left, PAGE), generation);
    }
  }

  /** Sweeps up to {@code most} rows of a dataset. Fewer are swept only at its end. */
  private int sweep(String dataset, int most, long generation) {
    DatasetRow listings = dataset(dataset);
    String last = listings.cursor();
    int read = 0;
    boolean end = true;
    for (Map.Entry<ChunkName, ChunkRow> row : chunks.page(new ChunkName(dataset, last), most)) {
      ChunkName name = row.getKey();
      end = !name.dataset().equals(dataset);
      if (end) {
        break;
      }
      read++;
      last = name.id();
      sweep(name, row.getValue(), listings, generation);
    }
    put(dataset, end || read < most ? listings.sweptAll() : listings.sweptTo(last));
    return read + 1;
  }

  private void sweep(ChunkName name, ChunkRow was, DatasetRow listings, long generation) {
    Unsaved row = changed.get(name);
    ChunkRow now = row != null ? row.row : listings.settled(was);
    if (now.isNothing(generation)) {
      put(name, ChunkRow.UNKNOWN);
    } else if (row == null && !now.isLike(was)) {
      put(name, now);
    }
  }

  void save(long generation) {
    changed.forEach(
        (name, unsaved) -> {
          ChunkRow row = unsaved.row.isNothing(generation) ? null : unsaved.row;
          chunks.set(name, row, !unsaved.isNew);
        });
    changed.clear();
    datasets.save(known::get, row -> row);
  }
}
