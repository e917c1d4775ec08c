package dev.rota.chunks.model;

import java.util.List;

/**
 * The result of a listing's record.
 *
 * @param added chunks, including resized ones
 * @param removed chunks, including resized ones
 * @param unchanged chunks that were listed before with the same size
 * @param refused number of refused chunks
 * @param refusals the first refused chunks
 */
public record Tally(
    long added, long removed, long unchanged, long refused, List<ListingFact.Refused> refusals) {
  public static final Tally NOTHING = new Tally(0, 0, 0, 0, List.of());

  /** Adds chunks that are removed because the listing does not name them. */
  public Tally dropping(long more) {
    return more == 0 ? this : new Tally(added, removed + more, unchanged, refused, refusals);
  }

  /** True if every chunk was refused. */
  public boolean isRefused() {
    return refused > 0 && added + removed + unchanged == 0;
  }
}
