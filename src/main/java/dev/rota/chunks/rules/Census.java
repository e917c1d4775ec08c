package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.Dataset;
import dev.rota.chunks.model.NetworkFact.Height;
import dev.rota.chunks.model.NetworkFact.Limit;
import dev.rota.chunks.model.NetworkFact.Part;
import dev.rota.chunks.model.NetworkFact.Share;
import dev.rota.chunks.model.NetworkFact.Unplaced;
import dev.rota.chunks.model.Node;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.Moves;
import dev.rota.chunks.placement.SoftwareVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The statistics of a generation: datasets, workers and unplaced copies (rule 7). */
public final class Census {
  private static final int UNPLACED_TOLD = 100;

  private Census() {}

  /** Returns the used share of the capacity of the first pass's workers. */
  static double fill(ChunksView view) {
    double capacity = 0;
    double bytes = 0;
    for (Node node : view.nodes().all()) {
      if (node.held() != null && view.policy().placement().counts(node.held().worker())) {
        capacity += node.held().worker().capacity();
        bytes += node.held().bytes();
      }
    }
    return capacity == 0 ? 0 : bytes / capacity;
  }

  static List<Share> shares(ChunksView view, Moves moves) {
    Map<Integer, Integer> wanted = view.live().wanted();
    List<Share> shares = new ArrayList<>();
    view.datasets()
        .forEach(
            (name, dataset) ->
                dataset
                    .shares()
                    .forEach(
                        (weight, share) ->
                            shares.add(
                                share(
                                    view,
                                    name,
                                    weight,
                                    share,
                                    moves.replication().get(weight),
                                    wanted.get(weight)))));
    return shares;
  }

  private static Share share(
      ChunksView view, String dataset, int weight, Dataset.Share share, int factor, int wanted) {
    int counting = view.live().counting();
    Limit limit = limit(factor, wanted, counting);
    return new Share(
        dataset,
        weight,
        share.chunks(),
        share.bytes(),
        factor,
        wanted,
        limit,
        detail(limit, wanted, view.policy().placement().minReplication(), counting));
  }

  /**
   * Returns why chunks have fewer copies than their weight asks for (rule 4).
   *
   * @param counting the number of workers of the first pass
   */
  public static Limit limit(int factor, int wanted, int counting) {
    if (factor >= wanted) {
      return Limit.NONE;
    }
    return factor < counting ? Limit.ROOM : Limit.WORKERS;
  }

  /**
   * Returns the limit in words, or null if there is none. With too few workers, each worker gets a
   * copy, as upstream does (rule 4).
   *
   * @param least the policy's {@code minReplication}
   * @param workers the number of workers of the first pass
   */
  public static String detail(Limit limit, int wanted, int least, int workers) {
    return switch (limit) {
      case NONE -> null;
      case ROOM -> "for some copies no worker has room: unplacedChunks names the first";
      case WORKERS ->
          (least > workers
                  ? "minReplication is " + least
                  : "the weight asks for " + wanted + " copies")
              + ", and "
              + (workers == 1 ? "1 worker counts" : workers + " workers count")
              + ": each copy is on a worker of its own";
    };
  }

  static List<Part> parts(ChunksView view, long nowMillis) {
    List<Part> parts = new ArrayList<>();
    SoftwareVersion recommended = view.policy().telling().recommended();
    for (Node node : view.nodes().all()) {
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

  static List<Unplaced> unplaced(ChunksView view) {
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
  static long excluded(ChunksView view) {
    return view.datasets().values().stream().mapToLong(Dataset::excluded).sum();
  }

  static List<Height> heights(ChunksView view) {
    return view.datasets().entrySet().stream()
        .map(one -> new Height(one.getKey(), one.getValue().height()))
        .toList();
  }
}
