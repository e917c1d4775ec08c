package dev.rota.chunks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A list takes effect: says of each chunk that it changes whether the generation that stands has it
 * otherwise. Rows stay as they are, and what does not change is not looked at.
 */
final class Taking {
  private final InventoryRows rows;
  private final LivePlacement live;
  private final Map<ChunkName, Long> pending;
  private final long generation;
  private long dropped;

  Taking(InventoryRows rows, LivePlacement live, Map<ChunkName, Long> pending, long generation) {
    this.rows = rows;
    this.live = live;
    this.pending = pending;
    this.generation = generation;
  }

  /**
   * Before the dataset's row says so.
   *
   * @param gone how many chunks go as the list does not name them
   */
  void take(String dataset, Coming coming, long gone) {
    if (gone > 0) {
      dropped = gone;
      drop(dataset, coming);
    }
    coming
        .changes()
        .forEach(
            (id, bytes) -> {
              ChunkName name = new ChunkName(dataset, id);
              // A chunk that does not wait stands as it is listed, and that is otherwise.
              long standing =
                  pending.containsKey(name) ? rows.chunk(name).standing(generation) : -2;
              pend(name, bytes, standing);
            });
  }

  private void pend(ChunkName name, long bytes, long standing) {
    if (bytes == standing) {
      pending.remove(name);
    } else {
      pending.put(name, bytes);
    }
  }

  /** Those that are placed and not marked, or wait; if that is not all, all are looked at. */
  private void drop(String dataset, Coming coming) {
    List<ChunkName> waiting = new ArrayList<>();
    pending.forEach(
        (name, bytes) -> {
          if (name.dataset().equals(dataset) && bytes != ChunkRow.NONE && live.slot(name) < 0) {
            waiting.add(name);
          }
        });
    waiting.forEach(name -> drop(name, rows.chunk(name), coming));
    live.eachUnmarked(
        dataset,
        name -> {
          Long waits = pending.put(name, ChunkRow.NONE);
          dropped -= waits != null && waits == ChunkRow.NONE ? 0 : 1;
        });
    if (dropped > 0) {
      rows.each(dataset, (id, row) -> drop(new ChunkName(dataset, id), row, coming));
    }
  }

  private void drop(ChunkName name, ChunkRow row, Coming coming) {
    if (row.isListed() && !coming.claim().hasNamed(row)) {
      dropped--;
      pend(name, ChunkRow.NONE, row.standing(generation));
    }
  }
}
