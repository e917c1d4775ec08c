package dev.rota.chunks.model;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.Worker;
import dev.rota.chunks.placement.live.Demand;
import dev.rota.chunks.values.Segment;
import java.util.ArrayList;
import java.util.List;

/** Collects chunks with the weights and versions of their segments (rule 1). */
final class Weighing {
  private final List<Chunk> changed = new ArrayList<>();
  private final List<ChunkName> gone = new ArrayList<>();

  /**
   * Adds a chunk.
   *
   * @param bytes {@link ChunkRow#NONE}: no longer listed
   * @param lastBlock last block of its dataset
   */
  void weigh(ChunkName name, long bytes, List<Segment> segments, long lastBlock) {
    Segment segment =
        bytes == ChunkRow.NONE
            ? null
            : Segment.of(segments, Blocks.of(name.id()).first(), lastBlock).orElse(null);
    if (segment == null) {
      gone.add(name);
    } else {
      changed.add(
          new Chunk(name.dataset(), name.id(), bytes, segment.weight(), segment.leastVersion()));
    }
  }

  Demand demand(List<Worker> workers, PlacementPolicy policy) {
    return new Demand(changed, gone, workers, policy);
  }
}
