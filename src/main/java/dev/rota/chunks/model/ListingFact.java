package dev.rota.chunks.model;

import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.values.Window;
import java.util.List;

/** What happens to what is listed (rule 1). */
public sealed interface ListingFact extends ChunksFact {
  /** Why a record, or a chunk of it, does not count. */
  enum ListingFault {
    CONFLICT,
    NOT_FOUND,
    OUT_OF_RANGE,
    TOO_LARGE,
    INVALID_ARGUMENT,
    OVERLAP,
    TOO_MANY_LISTINGS
  }

  /** What does not count; the chunk is empty: the record as such. */
  record Refused(String chunk, ListingFault reason, String detail) {}

  /** A chunk is listed with these bytes; {@link ChunkRow#NONE}: no longer. */
  record Now(String chunk, long bytes) {}

  /** What is told of it; null: nothing is. */
  ListingTold told();

  /**
   * A record without a listing's id counts, or is refused.
   *
   * @param changes what is otherwise from now on; with {@code whole}, all that the dataset has
   * @param window in which it gathers
   */
  record Listed(ListingTold told, List<Now> changes, boolean whole, Window window, long atMillis)
      implements ListingFact {
    @Override
    public void applyTo(ChunksState state) {
      if (whole) {
        state.replace(told.dataset(), changes);
      } else {
        changes.forEach(
            now -> state.inventory().list(new ChunkName(told.dataset(), now.chunk), now.bytes));
      }
      state.stand(state.standing().with(window));
    }
  }

  /**
   * A part of a listing has come.
   *
   * @param told null: it is the last, and the listing is told of as complete
   * @param row of the listing from now on
   * @param whole what the listing does not name of the dataset goes
   * @param named what the part says
   */
  record PartTaken(
      ListingTold told,
      String listing,
      ListingRow row,
      String dataset,
      boolean whole,
      List<Now> named,
      long atMillis)
      implements ListingFact {
    @Override
    public void applyTo(ChunksState state) {
      state.listings().put(listing, row);
      if (state.coming(dataset) == null) {
        state.claim(dataset, listing, whole);
      }
      named.forEach(now -> state.inventory().name(new ChunkName(dataset, now.chunk), now.bytes));
    }
  }

  /** A part came that had come before, or a record that is refused as such: nothing changes. */
  record NothingTaken(ListingTold told, long atMillis) implements ListingFact {
    @Override
    public void applyTo(ChunksState state) {}
  }

  /**
   * All parts of a listing are there: it counts from now on.
   *
   * @param window in which it gathers
   */
  record ListingComplete(ListingTold told, String listing, Window window, long atMillis)
      implements ListingFact {
    @Override
    public void applyTo(ChunksState state) {
      state.listings().put(listing, state.listings().get(listing).completed());
      state.claimed(listing).forEach(state::complete);
      state.stand(state.standing().with(window));
    }
  }

  /**
   * A listing is over: nothing of it counts, or it was complete and need not be remembered.
   *
   * @param told null: it was complete
   */
  record ListingOver(ListingTold told, String listing, long atMillis) implements ListingFact {
    @Override
    public void applyTo(ChunksState state) {
      state.listings().put(listing, null);
      state.claimed(listing).forEach(state.inventory()::release);
    }
  }

  /** Some rows are swept. Nothing is decided by it, and nobody is told. */
  record Swept(long atMillis) implements ListingFact {
    @Override
    public ListingTold told() {
      return null;
    }

    @Override
    public void applyTo(ChunksState state) {
      state.sweep();
    }
  }
}
