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

  /**
   * What is read of a ledger.
   *
   * @param lanes that have taken a turn
   * @param turns those before a kept checkpoint included
   * @param bytes of the records, uncompressed
   * @param provedAt the time of the last turn before the first difference, epoch ms; 0: none
   * @param differences null: its beginning is not found yet
   */
  record ReadSoFar(int lanes, long turns, long bytes, long provedAt, LaneDifferences differences) {}

  /** How far it is now. What was so before is so since then. */
  FollowProgress next(
      ReadSoFar read, long leftBehind, boolean hasCaughtUp, String nowTrouble, long nowMillis) {
    LaneDifferences found = read.differences;
    String first = found == null ? null : found.first();
    return new FollowProgress(
        partition,
        read.lanes,
        read.turns,
        leftBehind,
        read.bytes,
        read.provedAt,
        found != null,
        hasCaughtUp,
        leftBehind == 0 && hasCaughtUp ? 0 : since(behindSince, nowMillis),
        first,
        first == null ? 0 : foundSince(found.writtenMillis(), nowMillis),
        nowTrouble,
        nowTrouble == null ? 0 : since(troubleSince, nowMillis));
  }

  private static long since(long before, long nowMillis) {
    return before == 0 ? nowMillis : before;
  }

  /** Whoever forges a record dates it, too. So what is found while it comes counts as of now. */
  private long foundSince(long writtenMillis, long nowMillis) {
    if (difference != null) {
      return differenceSince;
    }
    return caughtUp || writtenMillis == 0 ? nowMillis : Math.min(nowMillis, writtenMillis);
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
