package dev.rota.chunks.model;

import java.util.List;

/**
 * What a record of a listing came to.
 *
 * @param added chunks, those of another size among them
 * @param removed chunks, those of another size among them
 * @param unchanged that were listed again as they are
 * @param refused how many do not count
 * @param refusals the first of them
 */
public record Tally(
    long added, long removed, long unchanged, long refused, List<ListingFact.Refused> refusals) {
  /** Of a record that says nothing. */
  public static final Tally NOTHING = new Tally(0, 0, 0, 0, List.of());

  /** And so many go as nobody names them. */
  public Tally dropping(long more) {
    return more == 0 ? this : new Tally(added, removed + more, unchanged, refused, refusals);
  }

  /** Whether nothing could be taken. */
  public boolean isRefused() {
    return refused > 0 && added + removed + unchanged == 0;
  }
}
