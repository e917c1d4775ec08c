package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.NetworkFact.GenerationRefused;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.kernel.domain.Why.Reason;

/** What a refused generation means for a chunk that found no place, or that waited for it. */
final class ChunkRefused {
  private ChunkRefused() {}

  static Reason of(ChunkId id, ChunksState before, GenerationRefused fact) {
    ChunkName name = id.known(before);
    boolean names = id.is(fact.chunk());
    if (name == null || !names && !before.chunk(name).isPending(fact.generation())) {
      return null;
    }
    String what =
        "generation "
            + (fact.generation() + 1)
            + (names ? " is refused for want of a place for it, " : " is refused, so it waits, ")
            + fact.reason()
            + ": "
            + fact.detail();
    return new Reason(what, fact.rule(), RoomCandidates.of(before, name));
  }
}
