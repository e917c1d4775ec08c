package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.Worker;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the assignment shall be of, told by what differs from before.
 *
 * @param changed chunks that are new, or are there and have other figures now
 * @param gone chunks to drop; one that is not there makes no difference
 * @param workers all of them, as they are now; their order decides ties of hashes only
 */
public record Demand(
    List<Chunk> changed, List<ChunkName> gone, List<Worker> workers, PlacementPolicy policy) {
  /** Refuses a chunk that is named twice. */
  public Demand {
    changed = List.copyOf(changed);
    gone = List.copyOf(gone);
    workers = List.copyOf(workers);
    Set<ChunkName> names = new HashSet<>();
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
