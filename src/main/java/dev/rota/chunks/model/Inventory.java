package dev.rota.chunks.model;

import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.live.LivePlacement;
import dev.rota.chunks.values.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * What is listed of a network's datasets, and what is to come of open listings. Placement sees the
 * first, and nothing of the second.
 */
public final class Inventory {
  private final InventoryRows rows;
  private final LivePlacement live;
  private final TreeMap<String, Dataset> datasets = new TreeMap<>();
  private final TreeMap<String, Coming> comings = new TreeMap<>();

  private final Pending pending = new Pending();
  private Policy policy = Policy.DEFAULT;
  private long generation;

  Inventory(InventoryRows rows, LivePlacement live) {
    this.rows = rows;
    this.live = live;
  }

  /** What is listed of a dataset. */
  Dataset dataset(String name) {
    Dataset known = datasets.get(name);
    return known == null ? empty(name, into -> eachListed(name, into)) : known;
  }

  /** A list of a dataset's with no chunks. */
  public Dataset none(String name) {
    return empty(name, into -> {});
  }

  private Dataset empty(String name, Dataset.Chunks all) {
    return new Dataset(policy.segmentsOf(name), all);
  }

  Map<String, Dataset> datasets() {
    return datasets;
  }

  /** What is to come of a dataset; null: it belongs to no open listing. */
  Coming coming(String dataset) {
    return comings.get(dataset);
  }

  /** By dataset. */
  public Map<String, Coming> comings() {
    return comings;
  }

  /** The datasets that belong to an open listing. */
  List<String> claimed(String listing) {
    return comings.entrySet().stream()
        .filter(coming -> listing.equals(coming.getValue().listing()))
        .map(Map.Entry::getKey)
        .toList();
  }

  Pending pending() {
    return pending;
  }

  /** All chunks that are listed of a dataset, by id. */
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
   * The chunk has these bytes from now on; {@link ChunkRow#NONE}: it is listed no longer. An open
   * listing of the dataset has it so too.
   */
  void list(ChunkName name, long bytes) {
    ChunkRow before = rows.chunk(name);
    ChunkRow after = before.list(bytes, generation);
    Coming coming = comings.get(name.dataset());
    put(name, before, coming == null ? after : after.name(coming.claim().claim(), bytes));
  }

  /** The dataset's open listing gives the chunk these bytes, or lets it go. */
  void name(ChunkName name, long bytes) {
    ChunkRow before = rows.chunk(name);
    put(name, before, before.name(comings.get(name.dataset()).claim().claim(), bytes));
  }

  private void put(ChunkName name, ChunkRow before, ChunkRow after) {
    rows.put(name, after);
    pend(name, after);
    count(name, before.listed(), after.listed());
    Coming coming = comings.get(name.dataset());
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

  /** Of a dataset that is replaced, chunks that are placed and named are marked. */
  private void mark(ChunkName name, Coming coming, ChunkRow row) {
    if (coming.isWhole()) {
      live.mark(name, coming.claim().hasNamed(row));
    }
  }

  private void markAll(String dataset) {
    Coming coming = comings.get(dataset);
    if (coming != null && coming.isWhole()) {
      rows.each(dataset, (id, row) -> mark(new ChunkName(dataset, id), coming, row));
    }
  }

  /**
   * The dataset belongs to a listing from now on.
   *
   * @param listing null: of one record
   * @param whole what it does not name goes
   */
  void claim(String dataset, long number, String listing, boolean whole) {
    DatasetRow row = rows.dataset(dataset).claimed(number, listing, whole);
    rows.put(dataset, row);
    Dataset.Chunks all = into -> eachToCome(dataset, into);
    comings.put(dataset, new Coming(row, whole ? empty(dataset, all) : dataset(dataset).copy(all)));
  }

  /** What was to come of the dataset is listed from now on. */
  void complete(String dataset) {
    Coming coming = comings.get(dataset);
    long dropped = coming.dropped(dataset(dataset).chunks());
    if (coming.changes().isEmpty() && dropped == 0) {
      release(dataset);
      return;
    }
    Dataset list = coming.list();
    new Taking(rows, live, pending, generation).take(dataset, coming, dropped);
    list.from(into -> eachListed(dataset, into));
    if (list.chunks() == 0) {
      datasets.remove(dataset);
    } else {
      datasets.put(dataset, list);
    }
    end(dataset, rows.dataset(dataset).completed(generation));
  }

  /** The dataset belongs to no listing any more, and nothing comes of it. */
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

  void adopt(Policy next) {
    policy = next;
    datasets.forEach((name, dataset) -> dataset.adopt(next.segmentsOf(name)));
    comings.forEach((name, coming) -> coming.list().adopt(next.segmentsOf(name)));
  }

  /**
   * What is listed stands from now on, and is placed.
   *
   * @param reweighted datasets of which chunks that did not change may be placed newly
   */
  void stand(long made, Set<String> reweighted) {
    generation = made;
    reweighted.forEach(this::markAll);
    comings.forEach(
        (dataset, coming) -> {
          for (String id : pending.of(dataset).keySet()) {
            ChunkName name = new ChunkName(dataset, id);
            mark(name, coming, rows.chunk(name));
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
    // As many as one turn sweeps are removed at once; more are left to later turns.
    if (gone.size() <= InventoryRows.SWEPT_MAX) {
      gone.forEach(name -> rows.put(name, rows.chunk(name)));
    } else {
      theirs.forEach(dataset -> rows.put(dataset, rows.dataset(dataset).swept()));
    }
    pending.clear();
  }

  /** From rows: before any chunk. */
  void restore(Policy saved, long standing) {
    policy = saved;
    generation = standing;
    rows.rebuildDatasets();
    rows.datasets()
        .forEach(
            (name, row) -> {
              if (row.claim() != 0) {
                comings.put(name, new Coming(row, empty(name, into -> eachToCome(name, into))));
              }
            });
  }

  /** From a row. */
  void restore(ChunkName name, ChunkRow row) {
    count(name, ChunkRow.NONE, row.listed());
    if (row.isPending(generation)) {
      pending.put(name, row.listed());
    }
    Coming coming = comings.get(name.dataset());
    if (coming != null) {
      coming.restore(name.id(), row);
    }
  }

  /** The placement is there again. */
  void restored() {
    comings.keySet().forEach(this::markAll);
  }
}
