package dev.rota.chunks.model;

import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.live.LivePlacement;
import dev.rota.kernel.table.LongsByName;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a list effective. It marks each changed chunk as pending if the current generation has it
 * differently. It changes no row and reads no unchanged chunk.
 */
final class ListTakeover {
  private final InventoryRows rows;
  private final LivePlacement live;
  private final PendingChunks pending;
  private final long generation;

  /** The number of removed chunks that are still to be found. */
  private long dropped;

  ListTakeover(InventoryRows rows, LivePlacement live, PendingChunks pending, long generation) {
    this.rows = rows;
    this.live = live;
    this.pending = pending;
    this.generation = generation;
  }

  /**
   * Must precede the change of the dataset's row.
   *
   * @param gone number of chunks that are removed because the list does not name them
   */
  void take(String dataset, FutureChunkList coming, long gone) {
    dropped = gone;
    if (gone > 0) {
      drop(dataset, coming);
    }
    change(dataset, coming.changes());
  }

  /** Removes chunks that are placed and unmarked, or pending. Scans all chunks if some remain. */
  private void drop(String dataset, FutureChunkList coming) {
    List<ChunkName> unplaced = new ArrayList<>();
    pending
        .of(dataset)
        .each(
            (id, _) -> {
              ChunkName name = new ChunkName(dataset, id);
              if (live.slot(name) < 0) {
                unplaced.add(name);
              }
            });
    unplaced.forEach(name -> drop(name, rows.chunk(name), coming));
    live.eachUnmarked(
        dataset,
        name -> {
          if (pending.of(dataset).get(name.id(), ChunkRow.KEPT) != ChunkRow.NONE) {
            dropped--;
            pending.put(name, ChunkRow.NONE);
          }
        });
    if (dropped > 0) {
      rows.each(dataset, (id, row) -> drop(new ChunkName(dataset, id), row, coming));
    }
  }

  private void drop(ChunkName name, ChunkRow row, FutureChunkList coming) {
    if (row.isListed() && !coming.claim().hasNamed(row)) {
      dropped--;
      if (row.standing(generation) == ChunkRow.NONE) {
        pending.remove(name);
      } else {
        pending.put(name, ChunkRow.NONE);
      }
    }
  }

  /**
   * A chunk that is not pending is in the current generation as listed, so a change makes it
   * pending. The smaller of the two maps is scanned.
   */
  private void change(String dataset, LongsByName changes) {
    LongsByName waiting = pending.of(dataset);
    if (waiting.size() > changes.size()) {
      changes.each(
          (id, bytes) -> {
            if (waiting.has(id) && stands(dataset, id, bytes)) {
              waiting.remove(id, ChunkRow.NONE);
            } else {
              waiting.put(id, bytes, ChunkRow.NONE);
            }
          });
      return;
    }
    waiting.each(
        (id, bytes) -> {
          long change = changes.get(id, ChunkRow.KEPT);
          if (change == ChunkRow.KEPT) {
            changes.put(id, bytes, ChunkRow.NONE);
          } else if (stands(dataset, id, change)) {
            changes.remove(id, ChunkRow.NONE);
          }
        });
    pending.set(dataset, changes);
  }

  private boolean stands(String dataset, String id, long bytes) {
    return rows.chunk(new ChunkName(dataset, id)).standing(generation) == bytes;
  }
}
