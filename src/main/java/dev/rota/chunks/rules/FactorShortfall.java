package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.NetworkFact.Limit;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.CopyRefusal.NoRoom;
import dev.rota.chunks.placement.Placement;
import dev.rota.chunks.placement.Placement.Offer;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.values.NetworkPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What keeps the factor of a weight below the wanted one in the current generation (rules 4 and 5).
 *
 * @param detail null: nothing
 * @param chunk the first one with the fewest copies, if the limit is room; else null
 * @param worker the one that would take its next copy with the least more room; null: none would
 * @param missing the bytes of that room
 */
public record FactorShortfall(
    int weight,
    int factor,
    int wanted,
    Limit limit,
    String detail,
    Chunk chunk,
    PlacementWorker worker,
    long missing) {

  /** Returns those of all weights, ascending. */
  public static List<FactorShortfall> of(ChunksState state) {
    Map<Integer, Integer> shortest = shortest(state);
    List<FactorShortfall> all = new ArrayList<>();
    state
        .replication()
        .forEach(
            (weight, factor) -> {
              FactorShortfall limit = of(state, weight, factor);
              Integer slot = limit.limit == Limit.ROOM ? shortest.get(weight) : null;
              all.add(slot == null ? limit : limit.at(state.live(), slot));
            });
    return all;
  }

  /** Returns what keeps chunks of a weight from having more than so many copies. */
  public static FactorShortfall of(ChunksState state, int weight, int factor) {
    return of(state, state.standingPolicy(), weight, factor);
  }

  /**
   * With too few workers, each worker gets a copy, as upstream does (rule 4).
   *
   * @param policy the one that the placement was made with
   */
  static FactorShortfall of(ChunksView view, NetworkPolicy policy, int weight, int factor) {
    int wanted = view.live().wanted().getOrDefault(weight, factor);
    int counting = view.live().counting();
    int least = policy.placement().minReplication();
    Limit limit = factor >= wanted ? Limit.NONE : factor < counting ? Limit.ROOM : Limit.WORKERS;
    String detail =
        switch (limit) {
          case NONE -> null;
          case ROOM -> "for some copies no worker has room: unplacedChunks names the first";
          case WORKERS ->
              (least > counting
                      ? "minReplication is " + least
                      : "the weight asks for " + wanted + " copies")
                  + ", and "
                  + (counting == 1 ? "1 worker counts" : counting + " workers count")
                  + ": each copy is on a worker of its own";
        };
    return new FactorShortfall(weight, factor, wanted, limit, detail, null, null, 0);
  }

  /** False if the current generation has the worker and does not count it (rule 6). */
  public static boolean counts(ChunksState state, WorkerNode node) {
    return node.held() == null || state.standingPolicy().placement().counts(node.held().worker());
  }

  private FactorShortfall at(Placement live, int slot) {
    Offer nearest =
        live.walks(slot).stream()
            .filter(walk -> !walk.wide() && walk.taker() == null)
            .flatMap(walk -> walk.offers().stream())
            .filter(offer -> offer.refusal() instanceof NoRoom)
            .min(Comparator.comparingLong(FactorShortfall::missing))
            .orElse(new Offer(null, null));
    return new FactorShortfall(
        weight,
        factor,
        wanted,
        limit,
        detail,
        live.chunk(slot),
        nearest.worker(),
        missing(nearest));
  }

  private static long missing(Offer offer) {
    return offer.refusal() instanceof NoRoom full ? full.missing() : 0;
  }

  /** Returns the first chunk of each weight that has no more copies than the factor. */
  private static Map<Integer, Integer> shortest(ChunksState state) {
    Placement live = state.live();
    Map<Integer, Integer> shortest = new TreeMap<>();
    live.eachUnplaced(
        (slot, copies) -> {
          int weight = live.chunk(slot).weight();
          if (live.planned(slot) - copies == state.replication().get(weight)) {
            shortest.putIfAbsent(weight, slot);
          }
        });
    return shortest;
  }
}
