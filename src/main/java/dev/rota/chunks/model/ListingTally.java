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
public record ListingTally(
    long added, long removed, long unchanged, long refused, List<ListingFact.Refused> refusals) {
  public static final ListingTally NOTHING = new ListingTally(0, 0, 0, 0, List.of());

  /** Everything that a record names is refused for one reason; {@code named}: at least 1. */
  static ListingTally refused(int named, ListingFact.ListingFault reason, String detail) {
    return new ListingTally(0, 0, 0, named, List.of(new ListingFact.Refused("", reason, detail)));
  }

  /** Adds chunks that are removed because the listing does not name them. */
  public ListingTally dropping(long more) {
    return more == 0 ? this : new ListingTally(added, removed + more, unchanged, refused, refusals);
  }

  /** True if every chunk was refused. */
  public boolean isRefused() {
    return refused > 0 && added + removed + unchanged == 0;
  }
}
