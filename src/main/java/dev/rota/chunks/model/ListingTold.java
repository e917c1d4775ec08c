package dev.rota.chunks.model;

import dev.rota.chunks.model.ListingFact.ListingFault;
import dev.rota.chunks.values.Window;
import java.util.List;

/**
 * What is told of a listing, or of one of its records.
 *
 * @param chunks that the dataset has now
 * @param bytes that the dataset has now
 * @param generationAt when the next generation is made, epoch ms; null: nothing waits for one
 * @param progress null: one record is all of it
 * @param detail for people; null: there is nothing to say
 * @param generation that stands
 */
public record ListingTold(
    String dataset,
    Kind kind,
    Tally tally,
    long chunks,
    long bytes,
    Long generationAt,
    Progress progress,
    String detail,
    long generation) {
  /** What became of it. */
  public enum Kind {
    LISTED,
    REFUSED,
    RECEIVED,
    REPEATED,
    EXPIRED,
    ABORTED,
    REPLACED
  }

  /**
   * How far a listing of many records has come.
   *
   * @param part that this is the answer to; null: none is
   * @param parts how many it has; null: no record has said so
   * @param received how many of them have come
   * @param missing the first of those that have not
   * @param expiresAt epoch ms; null: it is not open
   */
  public record Progress(
      String listing,
      Integer part,
      Integer parts,
      int received,
      List<Integer> missing,
      Long expiresAt) {}

  /** Of a dataset as it is. */
  public static ListingTold of(
      ChunksView view, String dataset, Kind kind, Tally tally, Progress progress, String detail) {
    Dataset listed = view.dataset(dataset);
    return new ListingTold(
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

  /** Of a record that is refused as such. */
  public static ListingTold refused(
      ChunksView view, ChunksInput.Listing record, ListingFault reason, String detail) {
    int named = record.added().size() + record.removed().size();
    ListingFact.Refused refused = new ListingFact.Refused("", reason, detail);
    Tally tally = new Tally(0, 0, 0, Math.max(1, named), List.of(refused));
    ChunksInput.Piece piece = record.piece();
    Progress progress =
        piece.listing() == null
            ? null
            : new Progress(piece.listing(), piece.part(), piece.parts(), 0, List.of(), null);
    return of(view, record.dataset(), Kind.REFUSED, tally, progress, null);
  }

  public static Long generationAt(Window window) {
    return window.isOpen() ? (Long) window.dueAt() : null;
  }
}
