package dev.rota.chunks.rules;

import dev.rota.chunks.model.BlockRange;
import dev.rota.chunks.model.ChunkRow;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.FutureChunkList;
import dev.rota.chunks.model.ListingRow;
import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.values.BlockSegment;
import dev.rota.kernel.engine.Invariant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The invariants of listings. */
final class ListingInvariants {
  private ListingInvariants() {}

  static List<Invariant<ChunksState>> all() {
    return List.of(
        new Invariant<>("no generation has a part of a listing", ListingInvariants::placed),
        new Invariant<>("what is to come is what the parts say", ListingInvariants::toCome),
        new Invariant<>("a listing is open until its last part", ListingInvariants::open),
        new Invariant<>("no chunk with a row is taken for new", ListingInvariants::known));
  }

  /** The placement holds the chunks listed when the generation was made, not open listings. */
  private static Optional<String> placed(ChunksState state) {
    long generation = state.standing().generation();
    Map<ChunkName, Chunk> standing = new TreeMap<>();
    state.eachChunk((name, row) -> stand(state, name, row.standing(generation), standing));
    for (Map.Entry<ChunkName, Chunk> one : standing.entrySet()) {
      int slot = state.live().slot(one.getKey());
      if (slot < 0 || !state.live().chunk(slot).equals(one.getValue())) {
        return Optional.of(
            one + " stands, placed is " + (slot < 0 ? "nothing" : state.live().chunk(slot)));
      }
    }
    return standing.size() == state.live().size()
        ? Optional.empty()
        : Optional.of(standing.size() + " stand, placed are " + state.live().size());
  }

  private static void stand(
      ChunksState state, ChunkName name, long bytes, Map<ChunkName, Chunk> into) {
    List<BlockSegment> segments = state.standingPolicy().segmentsOf(name.dataset());
    long last = state.standingBlock(name.dataset());
    if (bytes != ChunkRow.NONE) {
      BlockSegment.of(segments, BlockRange.of(name.id()).first(), last)
          .map(segment -> segment.chunk(name, bytes))
          .ifPresent(chunk -> into.put(name, chunk));
    }
  }

  /** The counts of an open listing equal those of its rows. */
  private static Optional<String> toCome(ChunksState state) {
    for (Map.Entry<String, FutureChunkList> one : state.inventory().comings().entrySet()) {
      FutureChunkList coming = one.getValue();
      FutureChunkList counted =
          coming.counted(
              state.inventory().none(one.getKey()),
              into ->
                  state.eachChunk(
                      (name, row) -> {
                        if (name.dataset().equals(one.getKey())) {
                          into.accept(name.id(), row);
                        }
                      }));
      if (!coming.told().equals(counted.told())) {
        return Optional.of(one.getKey() + ": " + coming.told() + ", but " + counted.told());
      }
    }
    return Optional.empty();
  }

  private static Optional<String> known(ChunksState state) {
    List<ChunkName> taken = new ArrayList<>();
    state.eachChunk(
        (name, row) -> {
          if (!row.isNothing(state.standing().generation()) && state.inventory().isNew(name)) {
            taken.add(name);
          }
        });
    return taken.stream().findFirst().map(name -> name + " has a row");
  }

  private static Optional<String> open(ChunksState state) {
    for (Map.Entry<String, FutureChunkList> one : state.inventory().comings().entrySet()) {
      ListingRow listing = state.listings().get(one.getValue().listing());
      if (listing == null || listing.complete()) {
        return Optional.of(one.getKey() + " belongs to " + one.getValue().listing() + ", no more");
      }
    }
    for (Map.Entry<String, ListingRow> one : state.listings().all().entrySet()) {
      boolean claims = !state.claimed(one.getKey()).isEmpty();
      if (one.getValue().complete() == claims
          || !one.getValue().complete() && one.getValue().isWhole()) {
        return Optional.of("listing " + one + (claims ? " has datasets" : " has none"));
      }
    }
    return Optional.empty();
  }
}
