package dev.rota.readers.follow;

import dev.rota.base.text.SpellingSuggestion;
import java.util.Collection;

/** Thrown if a ledger has no turn of a lane. */
public final class NoSuchLane extends NotInLedger {
  private static final long serialVersionUID = 1L;

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
    return new NoSuchLane(lane, getMessage() + "; " + SpellingSuggestion.among(lane, lanes));
  }
}
