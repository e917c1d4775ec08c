package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.NetworkFact.Limit;
import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.Placement;
import dev.rota.chunks.placement.Placement.Answer;
import dev.rota.chunks.placement.Placement.Offer;
import dev.rota.chunks.placement.Placement.Walk;
import dev.rota.chunks.placement.Worker;
import dev.rota.chunks.rules.Census;
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
record FactorLimit(
    int weight,
    int factor,
    int wanted,
    Limit limit,
    String detail,
    Chunk chunk,
    Worker worker,
    long missing) {

  /** Returns those of all weights, ascending. */
  static List<FactorLimit> of(ChunksState state) {
    Map<Integer, Integer> shortest = shortest(state);
    Map<Integer, Integer> wanted = state.live().wanted();
    List<FactorLimit> all = new ArrayList<>();
    state
        .replication()
        .forEach(
            (weight, factor) ->
                all.add(
                    of(
                        state,
                        weight,
                        factor,
                        wanted.getOrDefault(weight, factor),
                        shortest.get(weight))));
    return all;
  }

  private static FactorLimit of(
      ChunksState state, int weight, int factor, int wanted, Integer slot) {
    Placement live = state.live();
    Limit limit = Census.limit(factor, wanted, live.counting());
    int least = state.standingPolicy().placement().minReplication();
    String detail = Census.detail(limit, wanted, least, live.counting());
    if (limit != Limit.ROOM || slot == null) {
      return new FactorLimit(weight, factor, wanted, limit, detail, null, null, 0);
    }
    Chunk chunk = live.chunk(slot);
    Offer nearest = nearest(live.walks(slot), chunk);
    return new FactorLimit(
        weight,
        factor,
        wanted,
        limit,
        detail,
        chunk,
        nearest == null ? null : nearest.worker(),
        nearest == null ? 0 : missing(nearest, chunk));
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

  private static Offer nearest(List<Walk> walks, Chunk chunk) {
    return walks.stream()
        .filter(walk -> !walk.wide() && walk.taker() == null)
        .flatMap(walk -> walk.offers().stream())
        .filter(offer -> offer.answer() == Answer.FULL)
        .min(Comparator.comparingLong(offer -> missing(offer, chunk)))
        .orElse(null);
  }

  private static long missing(Offer offer, Chunk chunk) {
    return chunk.bytes() - (offer.worker().capacity() - offer.load());
  }
}
