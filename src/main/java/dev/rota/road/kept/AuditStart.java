package dev.rota.road.kept;

import java.util.List;
import java.util.SortedMap;

/**
 * A kept checkpoint with which the audit of a partition began.
 *
 * @param page its last page
 * @param turns of all lanes up to there, which are not replayed
 * @param lanes the last turn of each up to there
 * @param atMillis the time of the page, epoch ms
 */
public record AuditStart(
    int partition,
    long page,
    long turns,
    SortedMap<String, Long> lanes,
    long atMillis,
    CheckpointSigner word) {
  /** Returns true if a trusted key has signed each: another key may go on from them. */
  public static boolean areVerified(List<AuditStart> all) {
    return all.stream().allMatch(one -> one.word().verified());
  }
}
