package dev.rota.chunks;

import java.util.List;

/** What happens to what is listed. */
public sealed interface ListingFact extends ChunksFact {
  /** A chunk of a listing that does not count. */
  record Refused(String chunk, Refusal reason, String detail) {}

  /** A chunk is listed with these bytes; {@link ChunkRow#NONE}: no longer. */
  record Now(String chunk, long bytes) {}

  /**
   * Chunks came or went.
   *
   * @param changes what is otherwise from now on
   * @param unchanged that were listed again as they are
   * @param refused how many do not count
   * @param refusals the first of them
   * @param chunks that the dataset has now
   * @param bytes that the dataset has now
   * @param window in which it gathers
   */
  record Listed(
      String dataset,
      List<Now> changes,
      int added,
      int removed,
      int unchanged,
      int refused,
      List<Refused> refusals,
      long chunks,
      long bytes,
      Window window,
      long generation,
      long atMillis)
      implements ListingFact {
    @Override
    public void applyTo(ChunksState state) {
      changes.forEach(now -> state.list(new ChunkName(dataset, now.chunk), now.bytes));
      state.stand(state.standing().with(window));
    }

    /** When the next generation is made, epoch ms; null: nothing waits for one. */
    public Long generationAt() {
      return window.isOpen() ? (Long) window.dueAt() : null;
    }

    @Override
    public String rule() {
      return "chunks 1";
    }
  }
}
