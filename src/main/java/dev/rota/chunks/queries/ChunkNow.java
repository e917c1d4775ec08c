package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunkRow;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.FutureChunkList;
import dev.rota.chunks.model.ListingRow;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.rules.ChunkAbsence;
import dev.rota.chunks.rules.ChunkAbsence.BeforeSegments;
import dev.rota.chunks.rules.ChunkAbsence.NotListed;
import dev.rota.chunks.rules.ChunkAbsence.NotYetPlaced;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import java.util.List;
import java.util.Optional;

/** Why a chunk is on its workers, or on none. */
final class ChunkNow {
  private final ChunksState state;
  private final ChunkName name;
  private final ChunkRow row;
  private final long generation;
  private final long atMillis;

  private ChunkNow(ChunksState state, ChunkName name, long atMillis) {
    this.state = state;
    this.name = name;
    this.row = state.chunk(name);
    this.generation = state.standing().generation();
    this.atMillis = atMillis;
  }

  static Optional<Reason> of(ChunkId id, ChunksState state, long atMillis) {
    ChunkName name = id.known(state);
    return name == null
        ? Optional.empty()
        : Optional.of(new ChunkNow(state, name, atMillis).reason());
  }

  private Reason reason() {
    int slot = state.live().slot(name);
    if (slot >= 0) {
      return PlacedChunkNow.of(state, slot, change());
    }
    return switch (ChunkAbsence.of(state, name)) {
      case NotListed _ ->
          row.standing(generation) == ChunkRow.NONE
              ? new Reason("is not listed yet: " + coming(), "chunks 1")
              : new Reason("is no longer listed, and was not placed before: " + next(), "chunks 7");
      case BeforeSegments excluded ->
          new Reason("is listed and not stored: " + ReasonWording.excluded(excluded), "chunks 1");
      case NotYetPlaced _ -> {
        List<Candidate> candidates =
            state.standing().refused() == null ? List.of() : RoomCandidates.of(state, name);
        yield new Reason("is listed and has no copy yet: " + next(), "chunks 7", candidates);
      }
    };
  }

  private String next() {
    return NextGeneration.told(state, atMillis);
  }

  /** Returns what the open listing says of the chunk. */
  private String coming() {
    FutureChunkList coming = state.coming(name.dataset());
    ListingRow listing = state.listings().get(coming.listing());
    long bytes = coming.toCome(row);
    String says = bytes == ChunkRow.NONE ? " removes it" : " gives it " + bytes + " bytes";
    String parts = listing.parts() == null ? "?" : listing.parts().toString();
    return "the open listing "
        + coming.listing()
        + says
        + " when all parts are there, "
        + listing.received()
        + " of "
        + parts
        + " came";
  }

  /** Returns what will change, and when; null: nothing. */
  private String change() {
    if (row.listed() == ChunkRow.NONE) {
      return "it is no longer listed: " + next();
    }
    if (row.isPending(generation)) {
      long held = row.standing(generation);
      return "it is listed with " + row.listed() + " bytes now, not " + held + ": " + next();
    }
    FutureChunkList coming = state.coming(name.dataset());
    if (coming != null && coming.alters(row)) {
      return coming();
    }
    return state.isPending() ? "changes wait: " + next() : null;
  }
}
