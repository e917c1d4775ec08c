package dev.rota.readers.follow;

import dev.rota.road.health.HealthTrouble;
import dev.rota.road.health.LedgerReading.Progress;

/**
 * How far the ledger of one partition is followed.
 *
 * @param lanes that have taken a turn
 * @param turns of the ledger up to where it is read, those before a kept checkpoint included
 * @param bytes of the ledger's records that were read, uncompressed, since it began
 * @param provedAt the time of the last turn before the first difference, epoch ms; 0: none was read
 * @param begun false: its beginning is not found yet
 */
public record FollowProgress(
    int partition,
    int lanes,
    long turns,
    long bytes,
    long provedAt,
    boolean begun,
    Progress progress) {
  /** Nothing is read yet. */
  static FollowProgress begins(int partition, long nowMillis) {
    return new FollowProgress(partition, 0, 0, 0, 0, false, Progress.begins(nowMillis));
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
      ReadSoFar read, long leftBehind, boolean hasCaughtUp, String trouble, long nowMillis) {
    LaneDifferences found = read.differences;
    String first = found == null ? null : found.first();
    return new FollowProgress(
        partition,
        read.lanes,
        read.turns,
        read.bytes,
        read.provedAt,
        found != null,
        new Progress(
            first == null
                ? HealthTrouble.NONE
                : new HealthTrouble(first, foundSince(found.writtenMillis(), nowMillis)),
            trouble == null
                ? HealthTrouble.NONE
                : new HealthTrouble(trouble, since(progress.trouble().sinceMillis(), nowMillis)),
            hasCaughtUp,
            leftBehind,
            leftBehind == 0 && hasCaughtUp ? 0 : since(progress.behindSince(), nowMillis)));
  }

  private static long since(long before, long nowMillis) {
    return before == 0 ? nowMillis : before;
  }

  /** Whoever forges a record dates it, too. So what is found while it comes counts as of now. */
  private long foundSince(long writtenMillis, long nowMillis) {
    if (difference() != null) {
      return progress.difference().sinceMillis();
    }
    return caughtUp() || writtenMillis == 0 ? nowMillis : Math.min(nowMillis, writtenMillis);
  }

  /** Why not all of it is proved; null: all is. */
  public String difference() {
    return progress.difference().what();
  }

  /** Why it does not get on at present; null: it does. */
  public String trouble() {
    return progress.trouble().what();
  }

  /** Returns true if it has read all that was committed at some time since it began. */
  public boolean caughtUp() {
    return progress.caughtUp();
  }

  /** Records of the ledger that are still to be read, transaction markers included. */
  public long behind() {
    return progress.behind();
  }

  /** Returns true if all that it has read is proved. */
  public boolean isProved() {
    return begun && progress.difference().isNone();
  }

  /**
   * How long the tail is that is not verified, in ms: 0 if all that is committed is.
   *
   * @param nowMillis epoch ms
   */
  public long tailMillis(long nowMillis) {
    boolean whole = isProved() && (behind() == 0 || provedAt == 0);
    return whole ? 0 : Math.max(0, nowMillis - provedAt);
  }
}
