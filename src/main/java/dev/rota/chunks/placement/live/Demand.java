package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.Worker;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The input of the next assignment, as a difference from the previous one.
 *
 * @param workers all current workers; their order only breaks ties between hashes
 */
public record Demand(Changes changes, List<Worker> workers, PlacementPolicy policy) {
  /** Changes of chunks, always the same. There may be millions, so they are not kept in a list. */
  @FunctionalInterface
  public interface Changes {
    /**
     * Passes on each change. A chunk may be in one at most.
     *
     * @param changed new chunks, and chunks whose size, weight or version changed
     * @param gone chunks to drop; unknown ones are ignored
     */
    void each(Consumer<Chunk> changed, Consumer<ChunkName> gone);
  }

  public Demand {
    workers = List.copyOf(workers);
  }

  /** A demand of few changes. */
  public Demand(
      List<Chunk> changed, List<ChunkName> gone, List<Worker> workers, PlacementPolicy policy) {
    this(
        (changes, drops) -> {
          gone.forEach(drops);
          changed.forEach(changes);
        },
        workers,
        policy);
  }

  /**
   * Passes on each change.
   *
   * @throws IllegalArgumentException after that, if a chunk was in two
   */
  void each(Consumer<Chunk> changed, Consumer<ChunkName> gone) {
    Ascending order = new Ascending();
    changes.each(
        chunk -> {
          order.take(chunk.dataset(), chunk.id());
          changed.accept(chunk);
        },
        name -> {
          order.take(name.dataset(), name.id());
          gone.accept(name);
        });
    if (!order.ascending) {
      checkOnce();
    }
  }

  /** Chunks mostly come in order. To see that takes a tenth of a look for each one. */
  private static final class Ascending {
    private String dataset = "";
    private String id = "";
    private boolean ascending = true;

    void take(String nextDataset, String nextId) {
      int compared = dataset.compareTo(nextDataset);
      ascending &= compared < 0 || compared == 0 && id.compareTo(nextId) < 0;
      dataset = nextDataset;
      id = nextId;
    }
  }

  private void checkOnce() {
    Set<ChunkName> names = new HashSet<>();
    changes.each(
        chunk -> once(names.add(ChunkName.of(chunk)), chunk.dataset(), chunk.id()),
        name -> once(names.add(name), name.dataset(), name.id()));
  }

  private static void once(boolean first, String dataset, String id) {
    if (!first) {
      throw new IllegalArgumentException(
          "chunk " + id + " of " + dataset + " is to change twice, or to change and to go");
    }
  }
}
