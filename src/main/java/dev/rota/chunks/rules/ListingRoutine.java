package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunkRow;
import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksInput.Listing;
import dev.rota.chunks.model.ChunksInput.Piece;
import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.Dataset;
import dev.rota.chunks.model.FutureChunkList;
import dev.rota.chunks.model.ListingFact.Listed;
import dev.rota.chunks.model.ListingFact.ListingFault;
import dev.rota.chunks.model.ListingFact.NothingTaken;
import dev.rota.chunks.model.ListingFact.Now;
import dev.rota.chunks.model.ListingKind;
import dev.rota.chunks.model.ListingResult;
import dev.rota.chunks.model.ListingTally;
import dev.rota.chunks.values.GenerationWindow;
import dev.rota.chunks.values.InputMaxima;
import dev.rota.kernel.domain.NameCheck;
import dev.rota.kernel.engine.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Handles a record of a listing (rule 1). A listing of one record takes effect at once. */
final class ListingRoutine {
  private ListingRoutine() {}

  static List<Step<ChunksView, ChunksFact>> steps(ChunksView view, Listing record, long nowMillis) {
    String late = view.edition().isBounded() ? InputMaxima.time(nowMillis) : null;
    if (late != null) {
      return refused(view, record, ListingFault.OUT_OF_RANGE, late, nowMillis);
    }
    Piece piece = record.piece();
    if (piece.listing() != null) {
      return PartRoutine.steps(view, record, nowMillis);
    }
    String wrong = wrong(record);
    if (wrong != null) {
      return refused(view, record, ListingFault.INVALID_ARGUMENT, wrong, nowMillis);
    }
    Listed listed = listed(view, record, nowMillis);
    FutureChunkList coming = view.coming(record.dataset());
    return coming != null && record.whole() && listed.told().kind() == ListingKind.LISTED
        ? List.of(
            v -> List.of(ListingEnds.replaced(v, coming.listing(), record.dataset(), nowMillis)),
            _ -> List.of(listed))
        : List.of(_ -> List.of(listed));
  }

  private static List<Step<ChunksView, ChunksFact>> refused(
      ChunksView view, Listing record, ListingFault reason, String detail, long nowMillis) {
    ListingResult told = ListingResult.refused(view, record, reason, detail);
    return List.of(_ -> List.of(new NothingTaken(told, nowMillis)));
  }

  private static String wrong(Listing record) {
    Piece piece = record.piece();
    if (piece.part() != 0 || piece.abort() || piece.parts() != null && piece.parts() != 1) {
      return "part, parts and abort are of listings of many records: give it the id of its own,"
          + " listing";
    }
    return NameCheck.wrong("dataset", record.dataset());
  }

  private static Listed listed(ChunksView view, Listing record, long nowMillis) {
    ChunkByChunk decided = ChunkByChunk.of(view, record, false);
    Dataset dataset = view.dataset(record.dataset());
    Effect effect = Effect.of(decided);
    long dropped = record.whole() ? dataset.chunks() - effect.known : 0;
    boolean changes = dropped > 0 || !effect.changes.isEmpty();
    GenerationWindow window = view.standing().window();
    GenerationWindow next = changes ? window.listed(view.policy(), nowMillis) : window;
    ListingTally tally = decided.tally().dropping(dropped);
    ListingResult told =
        new ListingResult(
            record.dataset(),
            tally.isRefused() ? ListingKind.REFUSED : ListingKind.LISTED,
            tally,
            (record.whole() ? 0 : dataset.chunks() - effect.known) + effect.chunks,
            (record.whole() ? 0 : dataset.bytes() - effect.knownBytes) + effect.bytes,
            ListingResult.generationAt(next),
            null,
            null,
            view.standing().generation());
    boolean replaces = record.whole() && changes;
    return new Listed(told, replaces ? effect.all : effect.changes, replaces, next, nowMillis);
  }

  /**
   * The effect of a record on the chunks that it names.
   *
   * @param all named chunks
   * @param changes those that differ from before
   * @param known the number of them that were listed before
   * @param chunks the number of them that are listed now
   */
  private record Effect(
      List<Now> all, List<Now> changes, long known, long knownBytes, long chunks, long bytes) {
    static Effect of(ChunkByChunk decided) {
      List<Now> all = new ArrayList<>();
      List<Now> changes = new ArrayList<>();
      long known = 0;
      long knownBytes = 0;
      long chunks = 0;
      long bytes = 0;
      for (Map.Entry<String, Long> said : decided.said().entrySet()) {
        Now now = new Now(said.getKey(), said.getValue());
        long before = decided.listed(now.chunk());
        all.add(now);
        if (now.bytes() != before) {
          changes.add(now);
        }
        known += before == ChunkRow.NONE ? 0 : 1;
        knownBytes += Math.max(0, before);
        chunks += now.bytes() == ChunkRow.NONE ? 0 : 1;
        bytes += Math.max(0, now.bytes());
      }
      return new Effect(all, changes, known, knownBytes, chunks, bytes);
    }
  }
}
