package dev.rota.road.health;

import java.util.List;

/**
 * What a follower knows of its reading of a partition's ledger.
 *
 * @param difference why not all is proved; null: all is
 * @param differenceSince epoch ms; 0: it is not known
 * @param trouble why it cannot read; null: it can
 * @param troubleSince epoch ms
 * @param caughtUp it has read all that was there when it began
 * @param behind records that are still to be read
 * @param behindSince since when some are, epoch ms; 0: none is
 * @param setAside lanes whose state cannot be opened
 * @param letters inputs that became dead letters
 */
public record LedgerReading(
    String difference,
    long differenceSince,
    String trouble,
    long troubleSince,
    boolean caughtUp,
    long behind,
    long behindSince,
    List<LaneSetAside> setAside,
    RecentLetters letters) {
  /** All is read, and all is well. */
  public static final LedgerReading WHOLE =
      new LedgerReading(null, 0, null, 0, true, 0, 0, List.of(), RecentLetters.NONE);
}
