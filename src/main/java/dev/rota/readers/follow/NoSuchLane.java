package dev.rota.readers.follow;

import dev.rota.base.text.SpellingSuggestion;
import java.util.Collection;

/** Thrown if a ledger has no turn of a lane. */
public final class NoSuchLane extends NotInLedger {
  private static final long serialVersionUID = 1L;
  private static final int NAMED_MAX = 20;

  private final String lane;

  private NoSuchLane(String lane, String message) {
    super(message);
    this.lane = lane;
  }

  /**
   * Nothing is known of others.
   *
   * @param soFar what is not read yet
   */
  static NoSuchLane of(String lane, String soFar) {
    return new NoSuchLane(lane, "the ledger has no turn of a lane '" + lane + "'" + soFar);
  }

  /** Names the nearest of these lanes, and some of them. */
  public NoSuchLane among(Collection<String> lanes) {
    if (lanes.isEmpty()) {
      return this;
    }
    String near = SpellingSuggestion.after(lane, lanes);
    String some = String.join(", ", lanes.stream().limit(NAMED_MAX).toList());
    String message =
        getMessage()
            + (near.isEmpty() ? "; it has " : near + " It has ")
            + (lanes.size() > NAMED_MAX ? some + ", …" : some);
    return new NoSuchLane(lane, message);
  }
}
