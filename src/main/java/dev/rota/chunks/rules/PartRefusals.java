package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksInput.Listing;
import dev.rota.chunks.model.ChunksInput.Piece;
import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.FutureChunkList;
import dev.rota.chunks.model.ListingFact.ListingFault;
import dev.rota.chunks.model.ListingFact.NothingTaken;
import dev.rota.chunks.model.ListingIndex;
import dev.rota.chunks.model.ListingKind;
import dev.rota.chunks.model.ListingResult;
import dev.rota.chunks.model.ListingResult.Progress;
import dev.rota.chunks.model.ListingRow;
import dev.rota.chunks.model.ListingTally;
import dev.rota.kernel.domain.NameCheck;
import java.util.regex.Pattern;

/** Decides which parts of listings change nothing: invalid parts and repeated parts. */
final class PartRefusals {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,127}");

  private final ChunksView view;
  private final Listing record;
  private final Piece piece;
  private final ListingRow listing;
  private ListingFault reason;

  private PartRefusals(ChunksView view, Listing record) {
    this.view = view;
    this.record = record;
    this.piece = record.piece();
    this.listing = view.listings().get(piece.listing());
  }

  /** Returns the fact of a record that changes nothing, or null if the record is to be taken. */
  static ChunksFact nothing(ChunksView view, Listing record, long nowMillis) {
    PartRefusals part = new PartRefusals(view, record);
    String detail = part.unsound();
    if (detail == null && part.isRepeated()) {
      return new NothingTaken(part.repeated(), nowMillis);
    }
    if (detail == null) {
      detail = part.unfit();
    }
    return detail == null
        ? null
        : new NothingTaken(ListingResult.refused(view, record, part.reason, detail), nowMillis);
  }

  private String because(ListingFault why, String detail) {
    reason = why;
    return detail;
  }

  /** Checks that do not depend on open listings. */
  private String unsound() {
    if (!ID.matcher(piece.listing()).matches()) {
      return because(
          ListingFault.INVALID_ARGUMENT,
          "listing must match " + ID + ", at most 128 letters, digits and ._:-");
    }
    if (piece.abort()) {
      return listing != null && !listing.complete()
          ? null
          : because(ListingFault.NOT_FOUND, notOpen() + ": there is nothing to abort");
    }
    String wrong = range("part", piece.part(), 0, ListingRow.PARTS_MAX - 1);
    if (wrong == null && piece.parts() != null) {
      wrong = range("parts", piece.parts(), 1, ListingRow.PARTS_MAX);
    }
    if (wrong == null && piece.parts() != null && piece.part() >= piece.parts()) {
      wrong = "part is " + piece.part() + ", of " + piece.parts() + " parts: the first is 0";
    }
    if (wrong != null) {
      return because(ListingFault.OUT_OF_RANGE, wrong);
    }
    wrong = NameCheck.wrong("dataset", record.dataset());
    return wrong == null ? null : because(ListingFault.INVALID_ARGUMENT, wrong);
  }

  private static String range(String field, int value, int min, int max) {
    return value >= min && value <= max
        ? null
        : field + " is " + value + ": from " + min + " to " + max;
  }

  private String notOpen() {
    return listing == null
        ? "no listing " + piece.listing() + " is open"
        : "the listing " + piece.listing() + " is complete";
  }

  private boolean isRepeated() {
    return !piece.abort() && listing != null && listing.has(piece.part());
  }

  private ListingResult repeated() {
    String detail =
        listing.complete()
            ? notOpen() + ": give another listing an id of its own"
            : "part " + piece.part() + " came before: this one counts for nothing";
    Progress progress =
        new Progress(
            piece.listing(),
            piece.part(),
            listing.parts(),
            listing.received(),
            listing.gaps(),
            listing.complete() ? null : (Long) ListingIndex.endsAt(listing, view.policy()));
    return ListingResult.of(
        view, record.dataset(), ListingKind.REPEATED, ListingTally.NOTHING, progress, detail);
  }

  /** Checks against open listings. */
  private String unfit() {
    if (piece.abort()) {
      return null;
    }
    if (listing == null) {
      return unopened();
    }
    if (listing.complete() || listing.parts() != null && piece.part() >= listing.parts()) {
      return because(
          ListingFault.CONFLICT,
          "part is " + piece.part() + ", and the listing has " + listing.parts() + " parts");
    }
    if (piece.parts() != null) {
      String wrong = parts(piece.parts());
      if (wrong != null) {
        return because(ListingFault.CONFLICT, wrong);
      }
    }
    FutureChunkList coming = view.coming(record.dataset());
    return coming != null
            && coming.listing().equals(piece.listing())
            && coming.isWhole() != record.whole()
        ? because(
            ListingFault.CONFLICT,
            "replace is "
                + record.whole()
                + ", and another part of this dataset said otherwise: say the same in all")
        : null;
  }

  private String unopened() {
    if (piece.part() != 0) {
      return because(
          ListingFault.NOT_FOUND,
          notOpen() + ": it was not begun, or it is over: send it from part 0, which opens it");
    }
    return view.listings().open() < ListingIndex.OPEN_MAX
        ? null
        : because(
            ListingFault.TOO_MANY_LISTINGS,
            ListingIndex.OPEN_MAX + " listings are open: wait until one is over, or abort one");
  }

  private String parts(int said) {
    if (listing.parts() != null && listing.parts() != said) {
      return "parts is " + said + ", and another part said " + listing.parts();
    }
    return listing.known() > said
        ? "parts is " + said + ", and part " + (listing.known() - 1) + " came"
        : null;
  }
}
