package dev.rota.chunks.model;

import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.values.GenerationWindow;
import java.util.List;

/** Facts about listings (rule 1). */
public sealed interface ListingFact extends ChunksFact {
  /** Why a record, or a chunk of it, is refused. */
  enum ListingFault {
    CONFLICT,
    NOT_FOUND,
    OUT_OF_RANGE,
    TOO_LARGE,
    INVALID_ARGUMENT,
    OVERLAP,
    TOO_MANY_LISTINGS
  }

  /** A refused chunk, or a refused record if the chunk is empty. */
  record Refused(String chunk, ListingFault reason, String detail) {}

  /** The new size of a chunk in bytes; {@link ChunkRow#NONE}: removed. */
  record Now(String chunk, long bytes) {}

  /** Returns the outcome, or null if there is none. */
  ListingResult told();

  /**
   * A single-record listing is accepted or refused.
   *
   * @param changes changed chunks; with {@code whole}, all chunks of the dataset
   * @param window the window of the next generation
   */
  record Listed(
      ListingResult told, List<Now> changes, boolean whole, GenerationWindow window, long atMillis)
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
   * A part of a listing arrived.
   *
   * @param told null: it is the last part, and the complete listing has the outcome
   * @param row the listing's new row
   * @param whole true if chunks that the listing does not name are removed
   * @param named chunks of the part
   */
  record PartTaken(
      ListingResult told,
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

  /** A repeated part, or a refused record: nothing changes. */
  record NothingTaken(ListingResult told, long atMillis) implements ListingFact {
    @Override
    public void applyTo(ChunksState state) {}
  }

  /**
   * All parts arrived, and the listing takes effect.
   *
   * @param window the window of the next generation
   */
  record ListingComplete(ListingResult told, String listing, GenerationWindow window, long atMillis)
      implements ListingFact {
    @Override
    public void applyTo(ChunksState state) {
      state.listings().put(listing, state.listings().get(listing).completed());
      state.claimed(listing).forEach(state::complete);
      state.stand(state.standing().with(window));
    }
  }

  /**
   * An open listing is dropped, or a complete one is forgotten.
   *
   * @param told null: it was complete
   */
  record ListingOver(ListingResult told, String listing, long atMillis) implements ListingFact {
    @Override
    public void applyTo(ChunksState state) {
      state.listings().put(listing, null);
      state.claimed(listing).forEach(state.inventory()::release);
    }
  }

  /** Some rows are swept. This decides nothing and has no outcome. */
  record Swept(long atMillis) implements ListingFact {
    @Override
    public ListingResult told() {
      return null;
    }

    @Override
    public void applyTo(ChunksState state) {
      state.sweep();
    }
  }
}
