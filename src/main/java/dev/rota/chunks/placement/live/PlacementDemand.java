package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.PlacementWorker;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The input of the next assignment, as a difference from the previous one.
 *
 * @param workers all current workers; their order only breaks ties between hashes
 */
public record PlacementDemand(
    Changes changes, List<PlacementWorker> workers, PlacementPolicy policy) {
  /** Changes of chunks. There may be millions, so they are passed on and kept in no list. */
  @FunctionalInterface
  public interface Changes {
    /**
     * Passes on each change. A chunk must be in one at most: nobody looks.
     *
     * @param changed new chunks, and chunks whose size, weight or version changed
     * @param gone chunks to drop; unknown ones are ignored
     */
    void each(Consumer<Chunk> changed, Consumer<ChunkName> gone);
  }

  public PlacementDemand {
    workers = List.copyOf(workers);
  }

  /**
   * A demand of some changes.
   *
   * @throws IllegalArgumentException if a chunk is in two
   */
  public PlacementDemand(
      List<Chunk> changed,
      List<ChunkName> gone,
      List<PlacementWorker> workers,
      PlacementPolicy policy) {
    this(of(List.copyOf(changed), List.copyOf(gone)), workers, policy);
  }

  private static Changes of(List<Chunk> changed, List<ChunkName> gone) {
    checkOnce(changed, gone);
    return (changes, drops) -> {
      gone.forEach(drops);
      changed.forEach(changes);
    };
  }

  private static void checkOnce(List<Chunk> changed, List<ChunkName> gone) {
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
