package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.placement.ChunkScheduler;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.placement.PlacementPolicy.Order;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.ReplicationFactors;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A factor that a generation made of what is listed now would raise (rule 4). All copies together
 * fit the budget then, and still one of them may find no worker (rule 5).
 *
 * @param was in the current generation, of the pass over reliable workers
 */
public record FactorRise(int weight, int was, int factor) {
  /**
   * Returns those of all weights, ascending. In order HEAD there is none: copies above the fewest
   * refuse no generation.
   */
  public static List<FactorRise> of(ChunksState state) {
    List<FactorRise> rises = new ArrayList<>();
    if (state.policy().placement().order() == Order.SEED) {
      planned(state)
          .forEach(
              (weight, factor) -> {
                int was = state.replication().getOrDefault(weight, factor);
                if (factor > was) {
                  rises.add(new FactorRise(weight, was, factor));
                }
              });
    }
    return rises;
  }

  /** Returns nothing if the fewest copies do not fit. */
  private static SortedMap<Integer, Integer> planned(ChunksState state) {
    PlacementPolicy policy = state.policy().placement();
    List<PlacementWorker> workers =
        state.nodes().all().stream()
            .filter(WorkerNode::isThere)
            .map(node -> node.worker(state.policy()))
            .toList();
    SortedMap<Integer, Long> bytes = new TreeMap<>();
    for (var dataset : state.datasets().values()) {
      dataset
          .shares()
          .forEach((weight, share) -> bytes.merge(weight, share.bytes(), ReplicationFactors::plus));
    }
    List<PlacementWorker> first = ChunkScheduler.lineups(workers, policy).get(0);
    long budget = ChunkScheduler.budget(first, policy);
    return ReplicationFactors.of(bytes, budget, policy.minReplication(), first.size())
        .orElseGet(TreeMap::new);
  }
}
