package dev.rota.readers.follow;

import dev.rota.road.health.LaneSetAside;
import dev.rota.road.health.LedgerReading;
import dev.rota.road.health.RecentLetters;
import java.util.List;

/**
 * How far the ledger of one partition is followed.
 *
 * @param lanes that have taken a turn
 * @param turns of the ledger up to where it is read, those before a kept checkpoint included
 * @param behind records of the ledger that are still to be read, transaction markers included
 * @param bytes of the ledger's records that were read, uncompressed, since it began
 * @param provedAt the time of the last turn before the first difference, epoch ms; 0: none was read
 * @param begun false: its beginning is not found yet
 * @param caughtUp it has read all that was committed at some time since it began
 * @param behindSince since when some are, or since when it looks for the beginning, epoch ms; 0:
 *     none is
 * @param difference why not all of it is proved; null: all is
 * @param differenceSince when that came, epoch ms; 0: all is proved
 * @param trouble why it does not get on at present, such as a broker that is away; null: it does
 * @param troubleSince since when, epoch ms; 0: it does
 */
public record FollowProgress(
    int partition,
    int lanes,
    long turns,
    long behind,
    long bytes,
    long provedAt,
    boolean begun,
    boolean caughtUp,
    long behindSince,
    String difference,
    long differenceSince,
    String trouble,
    long troubleSince) {
  /** Nothing is read yet. */
  static FollowProgress begins(int partition, long nowMillis) {
    return new FollowProgress(partition, 0, 0, 0, 0, 0, false, false, nowMillis, null, 0, null, 0);
  }

  /** Returns true if all that it has read is proved. */
  public boolean isProved() {
    return begun && difference == null;
  }

  /** What the model of health needs of it. */
  LedgerReading reading(List<LaneSetAside> setAside, RecentLetters letters) {
    return new LedgerReading(
        difference,
        differenceSince,
        trouble,
        troubleSince,
        caughtUp,
        behind,
        behindSince,
        setAside,
        letters);
  }

  /**
   * How long the tail is that is not verified, in ms: 0 if all that is committed is.
   *
   * @param nowMillis epoch ms
   */
  public long tailMillis(long nowMillis) {
    boolean whole = isProved() && (behind == 0 || provedAt == 0);
    return whole ? 0 : Math.max(0, nowMillis - provedAt);
  }
}
