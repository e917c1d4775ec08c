package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.Worker;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The input of the next assignment, as a difference from the previous one. It names a chunk at most
 * once.
 *
 * @param changed new chunks, and chunks whose size, weight or version changed
 * @param gone chunks to drop; unknown ones are ignored
 * @param workers all current workers; their order only breaks ties between hashes
 */
public record Demand(
    List<Chunk> changed, List<ChunkName> gone, List<Worker> workers, PlacementPolicy policy) {
  public Demand {
    changed = List.copyOf(changed);
    gone = List.copyOf(gone);
    workers = List.copyOf(workers);
    if (!gone.isEmpty() || !isAscending(changed)) {
      checkOnce(changed, gone);
    }
  }

  /** Chunks are mostly listed in order. To see that takes a tenth of a look for each one. */
  private static boolean isAscending(List<Chunk> chunks) {
    for (int at = 1; at < chunks.size(); at++) {
      Chunk before = chunks.get(at - 1);
      Chunk chunk = chunks.get(at);
      int order = before.dataset().compareTo(chunk.dataset());
      if (order > 0 || order == 0 && before.id().compareTo(chunk.id()) >= 0) {
        return false;
      }
    }
    return true;
  }

  private static void checkOnce(List<Chunk> changed, List<ChunkName> gone) {
    Set<ChunkName> names = new HashSet<>(2 * (changed.size() + gone.size())); // never resized
    for (Chunk chunk : changed) {
      once(names.add(ChunkName.of(chunk)), chunk.dataset(), chunk.id());
    }
    for (ChunkName name : gone) {
      once(names.add(name), name.dataset(), name.id());
    }
  }

  private static void once(boolean first, String dataset, String id) {
    if (!first) {
      throw new IllegalArgumentException(
          "chunk " + id + " of " + dataset + " is to change twice, or to change and to go");
    }
  }
}
