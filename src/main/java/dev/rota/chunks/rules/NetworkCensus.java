package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.Dataset;
import dev.rota.chunks.model.NetworkFact.Census;
import dev.rota.chunks.model.NetworkFact.Height;
import dev.rota.chunks.model.NetworkFact.Part;
import dev.rota.chunks.model.NetworkFact.Share;
import dev.rota.chunks.model.NetworkFact.Unplaced;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.PlacementMoves;
import dev.rota.chunks.placement.SoftwareVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The statistics of a generation: datasets, workers and unplaced copies (rule 7). */
final class NetworkCensus {
  private static final int UNPLACED_TOLD = 100;

  private NetworkCensus() {}

  static Census of(ChunksView view, PlacementMoves moves, long nowMillis) {
    return new Census(
        fill(view),
        view.live().cliffs(),
        shares(view, moves),
        parts(view, nowMillis),
        unplaced(view),
        excluded(view),
        heights(view));
  }

  /** Returns the used share of the capacity of the first pass's workers. */
  private static double fill(ChunksView view) {
    double capacity = 0;
    double bytes = 0;
    for (WorkerNode node : view.nodes().all()) {
      if (node.held() != null && view.policy().placement().counts(node.held().worker())) {
        capacity += node.held().worker().capacity();
        bytes += node.held().bytes();
      }
    }
    return capacity == 0 ? 0 : bytes / capacity;
  }

  private static List<Share> shares(ChunksView view, PlacementMoves moves) {
    Map<Integer, Integer> factors = moves.replication();
    List<Share> shares = new ArrayList<>();
    view.datasets()
        .forEach(
            (name, dataset) ->
                dataset
                    .shares()
                    .forEach(
                        (weight, share) ->
                            shares.add(share(view, name, weight, share, factors.get(weight)))));
    return shares;
  }

  private static Share share(
      ChunksView view, String dataset, int weight, Dataset.Share share, int factor) {
    FactorShortfall shortfall = FactorShortfall.of(view, view.policy(), weight, factor);
    return new Share(
        dataset,
        weight,
        share.chunks(),
        share.bytes(),
        factor,
        shortfall.wanted(),
        shortfall.limit(),
        shortfall.detail());
  }

  private static List<Part> parts(ChunksView view, long nowMillis) {
    List<Part> parts = new ArrayList<>();
    SoftwareVersion recommended = view.policy().telling().recommended();
    for (WorkerNode node : view.nodes().all()) {
      if (node.isThere()) {
        SoftwareVersion version = node.heard().version();
        parts.add(
            new Part(
                node.name(),
                node.status(),
                WorkerHealth.of(node, view.marks().get(node.name()), view.policy(), nowMillis)
                    .detail(),
                node.heard().said(),
                node.isReliable() && version != null && version.compareTo(recommended) < 0,
                node.heard().capacity(),
                node.held().worker().capacity(),
                node.held().bytes(),
                node.held().chunks()));
      }
    }
    return parts;
  }

  private static List<Unplaced> unplaced(ChunksView view) {
    List<Unplaced> chunks = new ArrayList<>();
    view.live()
        .eachUnplaced(
            (slot, copies) -> {
              if (chunks.size() < UNPLACED_TOLD) {
                chunks.add(new Unplaced(ChunkName.of(view.live().chunk(slot)), copies));
              }
            });
    return chunks;
  }

  /** Returns the number of chunks before the first segment. */
  private static long excluded(ChunksView view) {
    return view.datasets().values().stream().mapToLong(Dataset::excluded).sum();
  }

  private static List<Height> heights(ChunksView view) {
    return view.datasets().entrySet().stream()
        .map(one -> new Height(one.getKey(), one.getValue().height()))
        .toList();
  }
}
