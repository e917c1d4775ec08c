package dev.rota.chunks.model;

import dev.rota.chunks.model.ListingFact.ListingFault;
import dev.rota.chunks.values.GenerationWindow;
import java.util.List;

/**
 * The outcome of a listing or of one of its records.
 *
 * @param chunks chunks of the dataset now
 * @param bytes bytes of the dataset now
 * @param generationAt when the next generation is made, epoch ms; null: none is due
 * @param progress null: a single-record listing
 * @param detail explanation for people; null: none
 * @param generation the current generation
 */
public record ListingResult(
    String dataset,
    ListingKind kind,
    ListingTally tally,
    long chunks,
    long bytes,
    Long generationAt,
    Progress progress,
    String detail,
    long generation) {
  /**
   * The progress of a multi-record listing.
   *
   * @param part the part that this answers; null: none
   * @param parts number of parts; null: not yet known
   * @param received number of parts that arrived
   * @param missing the first missing parts
   * @param expiresAt epoch ms; null: not open
   */
  public record Progress(
      String listing,
      Integer part,
      Integer parts,
      int received,
      List<Integer> missing,
      Long expiresAt) {}

  /** Creates an outcome with the dataset's current counters. */
  public static ListingResult of(
      ChunksView view,
      String dataset,
      ListingKind kind,
      ListingTally tally,
      Progress progress,
      String detail) {
    Dataset listed = view.dataset(dataset);
    return new ListingResult(
        dataset,
        kind,
        tally,
        listed.chunks(),
        listed.bytes(),
        generationAt(view.standing().window()),
        progress,
        detail,
        view.standing().generation());
  }

  public static ListingResult refused(
      ChunksView view, ChunksInput.Listing record, ListingFault reason, String detail) {
    int named = record.added().size() + record.removed().size();
    ListingTally tally = ListingTally.refused(Math.max(1, named), reason, detail);
    ChunksInput.Piece piece = record.piece();
    Progress progress =
        piece.listing() == null
            ? null
            : new Progress(piece.listing(), piece.part(), piece.parts(), 0, List.of(), null);
    return of(view, record.dataset(), ListingKind.REFUSED, tally, progress, null);
  }

  public static Long generationAt(GenerationWindow window) {
    return window.isOpen() ? (Long) window.dueAt() : null;
  }
}
