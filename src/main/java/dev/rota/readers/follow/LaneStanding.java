package dev.rota.readers.follow;

import dev.rota.road.kept.CheckpointSigner;

/**
 * How far a lane is verified, and from which turn on.
 *
 * @param turn the lane's last turn
 * @param atMillis its time, epoch ms
 * @param after the turn up to which a kept checkpoint is believed; 0: all turns are replayed
 * @param word whose checkpoint it is; null: none is needed
 * @param difference what the ledger and the rules do not agree about; null: the state is proved
 */
public record LaneStanding(
    String lane, long turn, long atMillis, long after, CheckpointSigner word, String difference) {
  /** Returns true if all turns, or those after the checkpoint, are verified. */
  public boolean isProved() {
    return difference == null;
  }

  /** In words: {@code verified from turn 1}. */
  public String proof() {
    if (!isProved()) {
      return "not verified: " + difference;
    }
    return after == 0
        ? "verified from turn 1"
        : "verified from turn %d, the checkpoint before it %s".formatted(after + 1, word);
  }
}
