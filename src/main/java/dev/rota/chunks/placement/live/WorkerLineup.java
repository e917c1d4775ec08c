package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.ChunkScheduler;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.PlacementWorker;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The workers of a pass, in its order.
 *
 * @param budget the bytes that all copies together may take (rule 4)
 */
record WorkerLineup(List<PlacementWorker> workers, long budget) {
  /** The lineups of a network without workers. */
  static final List<WorkerLineup> NOBODY = of(List.of(), PlacementPolicy.DEFAULT);

  /**
   * Returns the lineup of each pass. There are one or two passes.
   *
   * @throws IllegalArgumentException if a worker is listed twice
   */
  static List<WorkerLineup> of(List<PlacementWorker> workers, PlacementPolicy policy) {
    Set<PeerId> peers = new HashSet<>();
    for (PlacementWorker worker : workers) {
      if (!peers.add(worker.id())) {
        throw new IllegalArgumentException("worker " + worker.id() + " is there twice");
      }
    }
    return ChunkScheduler.lineups(workers, policy).stream()
        .map(lineup -> new WorkerLineup(lineup, ChunkScheduler.budget(lineup, policy)))
        .toList();
  }
}
