package dev.rota.chunks.model;

import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.live.LivePlacement;
import dev.rota.chunks.values.NetworkPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * The listed chunks of a network's datasets, and their future lists under open listings. Placement
 * sees only listed chunks.
 */
public final class ChunkInventory {
  private final InventoryRows rows;
  private final LivePlacement live;
  private final TreeMap<String, Dataset> datasets = new TreeMap<>();
  private final TreeMap<String, FutureChunkList> comings = new TreeMap<>();

  private final PendingChunks pending = new PendingChunks();
  private NetworkPolicy policy = NetworkPolicy.DEFAULT;
  private long generation;

  ChunkInventory(InventoryRows rows, LivePlacement live) {
    this.rows = rows;
    this.live = live;
  }

  /** Returns the row of a chunk. Most chunks that come are new, and need no reading. */
  ChunkRow chunk(ChunkName name) {
    return chunk(name, isNew(name));
  }

  private ChunkRow chunk(ChunkName name, boolean isNew) {
    return isNew ? rows.unsaved(name) : rows.chunk(name);
  }

  /**
   * True if no row can be saved: no chunk of a list has its blocks, it is not being removed, and
   * nothing of its dataset is to be swept.
   */
  public boolean isNew(ChunkName name) {
    BlockRange blocks = BlockRange.told(name.id());
    if (blocks == null || !rows.dataset(name.dataset()).isSwept()) {
      return false;
    }
    FutureChunkList coming = comings.get(name.dataset());
    return isFree(blocks, datasets.get(name.dataset()))
        && (coming == null || isFree(blocks, coming.list()) && !coming.isRemoved(name.id()))
        && !pending.has(name);
  }

  private static boolean isFree(BlockRange blocks, Dataset list) {
    return list == null || list.ranges().overlap(blocks, _ -> true) == null;
  }

  Dataset dataset(String name) {
    Dataset known = datasets.get(name);
    return known == null ? empty(name, into -> eachListed(name, into)) : known;
  }

  public Dataset none(String name) {
    return empty(name, _ -> {});
  }

  private Dataset empty(String name, Dataset.Chunks all) {
    return new Dataset(policy.segmentsOf(name), all);
  }

  Map<String, Dataset> datasets() {
    return datasets;
  }

  /** Returns the dataset's future list, or null if no listing is open. */
  FutureChunkList coming(String dataset) {
    return comings.get(dataset);
  }

  public Map<String, FutureChunkList> comings() {
    return comings;
  }

  /** Returns the datasets of an open listing. */
  List<String> claimed(String listing) {
    return comings.entrySet().stream()
        .filter(coming -> listing.equals(coming.getValue().listing()))
        .map(Map.Entry::getKey)
        .toList();
  }

  PendingChunks pending() {
    return pending;
  }

  /** Passes the id and the size of each listed chunk of a dataset to the consumer. */
  public void eachListed(String dataset, BiConsumer<String, Long> into) {
    rows.each(
        dataset,
        (id, row) -> {
          if (row.isListed()) {
            into.accept(id, row.listed());
          }
        });
  }

  private void eachToCome(String dataset, BiConsumer<String, Long> into) {
    DatasetRow claim = rows.dataset(dataset);
    rows.each(
        dataset,
        (id, row) -> {
          if (claim.toCome(row) != ChunkRow.NONE) {
            into.accept(id, claim.toCome(row));
          }
        });
  }

  /**
   * Sets the listed size of a chunk; {@link ChunkRow#NONE} removes it. An open listing of the
   * dataset gets the same size.
   */
  void list(ChunkName name, long bytes) {
    boolean isNew = isNew(name);
    ChunkRow before = chunk(name, isNew);
    ChunkRow after = before.list(bytes, generation);
    FutureChunkList coming = comings.get(name.dataset());
    put(name, before, coming == null ? after : after.name(coming.claim().claim(), bytes), isNew);
  }

  /** Sets the size of a chunk in the dataset's open listing; {@link ChunkRow#NONE} removes it. */
  void name(ChunkName name, long bytes) {
    boolean isNew = isNew(name);
    ChunkRow before = chunk(name, isNew);
    put(name, before, before.name(comings.get(name.dataset()).claim().claim(), bytes), isNew);
  }

  private void put(ChunkName name, ChunkRow before, ChunkRow after, boolean isNew) {
    rows.put(name, after, isNew);
    pend(name, after);
    count(name, before.listed(), after.listed());
    FutureChunkList coming = comings.get(name.dataset());
    if (coming != null) {
      coming.change(name.id(), before, after);
      mark(name, coming, after);
    }
  }

  private void pend(ChunkName name, ChunkRow row) {
    if (row.isPending(generation)) {
      pending.put(name, row.listed());
    } else {
      pending.remove(name);
    }
  }

  private void count(ChunkName name, long before, long after) {
    if (before == after) {
      return;
    }
    Dataset dataset = datasets.computeIfAbsent(name.dataset(), this::dataset);
    if (before != ChunkRow.NONE) {
      dataset.remove(name.id(), before);
    }
    if (after != ChunkRow.NONE) {
      dataset.add(name.id(), after);
    }
    if (dataset.chunks() == 0) {
      datasets.remove(name.dataset());
    }
  }

  /** Marks placed chunks that the listing has named, if the listing replaces the dataset. */
  private void mark(ChunkName name, FutureChunkList coming, ChunkRow row) {
    if (coming.isWhole()) {
      live.mark(name, coming.claim().hasNamed(row));
    }
  }

  private void markAll(String dataset) {
    FutureChunkList coming = comings.get(dataset);
    if (coming != null && coming.isWhole()) {
      rows.each(dataset, (id, row) -> mark(new ChunkName(dataset, id), coming, row));
    }
  }

  /**
   * Opens a listing of the dataset.
   *
   * @param listing null: a single-record listing
   * @param whole true if chunks that are not named are removed
   */
  void claim(String dataset, long number, String listing, boolean whole) {
    DatasetRow row = rows.dataset(dataset).claimed(number, listing, whole);
    rows.put(dataset, row);
    Dataset.Chunks all = into -> eachToCome(dataset, into);
    comings.put(
        dataset,
        new FutureChunkList(row, whole ? empty(dataset, all) : dataset(dataset).copy(all)));
  }

  /** Makes the dataset's future list the listed one. */
  void complete(String dataset) {
    FutureChunkList coming = comings.get(dataset);
    long dropped = coming.dropped(dataset(dataset).chunks());
    if (coming.changes().isEmpty() && dropped == 0) {
      release(dataset);
      return;
    }
    Dataset list = coming.list();
    new ListTakeover(rows, live, pending, generation).take(dataset, coming, dropped);
    list.from(into -> eachListed(dataset, into));
    if (list.chunks() == 0) {
      datasets.remove(dataset);
    } else {
      datasets.put(dataset, list);
    }
    end(dataset, rows.dataset(dataset).completed(generation));
  }

  /** Drops the dataset's open listing. */
  void release(String dataset) {
    DatasetRow row = rows.dataset(dataset).released();
    end(dataset, comings.get(dataset).changes().isEmpty() ? row : row.swept());
  }

  private void end(String dataset, DatasetRow row) {
    rows.put(dataset, row);
    if (comings.remove(dataset).isWhole()) {
      live.unmark(dataset);
    }
  }

  void adopt(NetworkPolicy next) {
    policy = next;
    datasets.forEach((name, dataset) -> dataset.adopt(next.segmentsOf(name)));
    comings.forEach((name, coming) -> coming.list().adopt(next.segmentsOf(name)));
  }

  /**
   * Makes the listed chunks the current generation.
   *
   * @param reweighted datasets whose unchanged chunks may be placed anew
   */
  void stand(long made, Set<String> reweighted) {
    generation = made;
    reweighted.forEach(this::markAll);
    comings.forEach(
        (dataset, coming) -> {
          if (coming.isWhole()) {
            pending
                .of(dataset)
                .each(
                    (id, _) -> {
                      ChunkName name = new ChunkName(dataset, id);
                      mark(name, coming, rows.chunk(name));
                    });
          }
        });
    List<ChunkName> gone = new ArrayList<>();
    Set<String> theirs = new TreeSet<>();
    pending.each(
        (name, bytes) -> {
          if (bytes == ChunkRow.NONE && gone.size() <= InventoryRows.SWEPT_MAX) {
            gone.add(name);
          }
          if (bytes == ChunkRow.NONE) {
            theirs.add(name.dataset());
          }
        });
    // A few removed rows are deleted at once. If there are more, later turns sweep them.
    if (gone.size() <= InventoryRows.SWEPT_MAX) {
      gone.forEach(name -> rows.put(name, rows.chunk(name)));
    } else {
      theirs.forEach(dataset -> rows.put(dataset, rows.dataset(dataset).swept()));
    }
    pending.clear();
  }

  /** Restores the datasets' rows. No chunk may be restored before. */
  void restore(NetworkPolicy saved, long standing) {
    policy = saved;
    generation = standing;
    rows.rebuildDatasets();
    rows.datasets()
        .forEach(
            (name, row) -> {
              if (row.claim() != 0) {
                comings.put(
                    name, new FutureChunkList(row, empty(name, into -> eachToCome(name, into))));
              }
            });
  }

  void restore(ChunkName name, ChunkRow row) {
    count(name, ChunkRow.NONE, row.listed());
    if (row.isPending(generation)) {
      pending.put(name, row.listed());
    }
    FutureChunkList coming = comings.get(name.dataset());
    if (coming != null) {
      coming.restore(name.id(), row);
    }
  }

  /** Marks chunks after the placement is restored. */
  void restored() {
    comings.forEach((dataset, _) -> markAll(dataset));
  }
}
