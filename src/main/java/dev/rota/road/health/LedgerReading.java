package dev.rota.road.health;

import java.util.List;

/**
 * What a follower knows of its reading of a partition's ledger.
 *
 * @param setAside lanes whose state cannot be opened
 * @param letters inputs that became dead letters
 */
public record LedgerReading(Progress progress, List<LaneSetAside> setAside, RecentLetters letters) {
  /**
   * How far it is read.
   *
   * @param difference why not all is proved, and since when
   * @param trouble why it does not get on at present, such as a broker that is away
   * @param caughtUp it has read all that was committed at some time since it began
   * @param behind records that are still to be read, transaction markers included
   * @param behindSince since when some are, or since when it looks for the beginning, epoch ms; 0:
   *     none is
   */
  public record Progress(
      HealthTrouble difference,
      HealthTrouble trouble,
      boolean caughtUp,
      long behind,
      long behindSince) {
    /** All is read, and all is well. */
    public static final Progress WHOLE =
        new Progress(HealthTrouble.NONE, HealthTrouble.NONE, true, 0, 0);

    /** Nothing is read yet. */
    public static Progress begins(long nowMillis) {
      return new Progress(HealthTrouble.NONE, HealthTrouble.NONE, false, 0, nowMillis);
    }
  }

  /** All is read, and all is well. */
  public static final LedgerReading WHOLE =
      new LedgerReading(Progress.WHOLE, List.of(), RecentLetters.NONE);
}
