package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksInput.Listing;
import dev.rota.chunks.model.ChunksInput.Piece;
import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.Dataset;
import dev.rota.chunks.model.FutureChunkList;
import dev.rota.chunks.model.ListingFact.ListingComplete;
import dev.rota.chunks.model.ListingFact.Now;
import dev.rota.chunks.model.ListingFact.PartTaken;
import dev.rota.chunks.model.ListingIndex;
import dev.rota.chunks.model.ListingKind;
import dev.rota.chunks.model.ListingResult;
import dev.rota.chunks.model.ListingResult.Progress;
import dev.rota.chunks.model.ListingRow;
import dev.rota.chunks.model.ListingTally;
import dev.rota.chunks.values.GenerationWindow;
import dev.rota.kernel.engine.Step;
import java.util.ArrayList;
import java.util.List;

/** Handles a part of a listing. Parts wait until the listing is complete (rule 1). */
final class PartRoutine {
  private final Listing record;
  private final Piece piece;
  private final long nowMillis;

  /** The result of the part, once taken. */
  private ListingTally tally;

  private PartRoutine(Listing record, long nowMillis) {
    this.record = record;
    this.piece = record.piece();
    this.nowMillis = nowMillis;
  }

  static List<Step<ChunksView, ChunksFact>> steps(ChunksView view, Listing record, long nowMillis) {
    ChunksFact nothing = PartRefusals.nothing(view, record, nowMillis);
    if (nothing != null) {
      return List.of(_ -> List.of(nothing));
    }
    if (record.piece().abort()) {
      String id = record.piece().listing();
      return List.of(v -> List.of(ListingEnds.aborted(v, id, nowMillis)));
    }
    PartRoutine routine = new PartRoutine(record, nowMillis);
    return List.of(routine::replaced, routine::taken, routine::complete);
  }

  private List<ChunksFact> replaced(ChunksView view) {
    FutureChunkList coming = view.coming(record.dataset());
    return coming == null || coming.listing().equals(piece.listing())
        ? List.of()
        : List.of(ListingEnds.replaced(view, coming.listing(), record.dataset(), nowMillis));
  }

  private List<ChunksFact> taken(ChunksView view) {
    ChunkByChunk decided = ChunkByChunk.of(view, record, true);
    tally = decided.tally();
    ListingRow known = view.listings().get(piece.listing());
    ListingRow row =
        (known == null ? ListingRow.of(record.dataset()) : known)
            .with(piece.part(), piece.parts(), tally, nowMillis);
    List<Now> named = new ArrayList<>();
    decided
        .said()
        .forEach(
            (chunk, bytes) -> {
              if (record.whole() || bytes != decided.was(chunk)) {
                named.add(new Now(chunk, bytes));
              }
            });
    ListingResult told =
        row.isWhole()
            ? null
            : ListingResult.of(
                view,
                record.dataset(),
                ListingKind.RECEIVED,
                tally,
                progress(row, row.gaps(), ListingIndex.endsAt(row, view.policy())),
                null);
    return List.of(
        new PartTaken(
            told, piece.listing(), row, record.dataset(), record.whole(), named, nowMillis));
  }

  private Progress progress(ListingRow row, List<Integer> missing, Long expiresAt) {
    return new Progress(
        piece.listing(), piece.part(), row.parts(), row.received(), missing, expiresAt);
  }

  private List<ChunksFact> complete(ChunksView view) {
    ListingRow row = view.listings().get(piece.listing());
    if (!row.isWhole()) {
      return List.of();
    }
    long dropped = 0;
    boolean changes = false;
    for (String dataset : view.claimed(piece.listing())) {
      FutureChunkList coming = view.coming(dataset);
      long unnamed = coming.dropped(view.dataset(dataset).chunks());
      changes |= unnamed > 0 || !coming.changes().isEmpty();
      dropped += unnamed;
    }
    GenerationWindow window = view.standing().window();
    GenerationWindow next = changes ? window.listed(view.policy(), nowMillis) : window;
    Dataset list = view.coming(record.dataset()).list();
    ListingResult told =
        new ListingResult(
            record.dataset(),
            ListingKind.LISTED,
            new ListingTally(
                    row.added(), row.removed(), row.unchanged(), row.refused(), tally.refusals())
                .dropping(dropped),
            list.chunks(),
            list.bytes(),
            ListingResult.generationAt(next),
            progress(row, List.of(), null),
            null,
            view.standing().generation());
    return List.of(new ListingComplete(told, piece.listing(), next, nowMillis));
  }
}
