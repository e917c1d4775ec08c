package dev.rota.readers.follow;

import dev.rota.road.kept.CheckpointSigner;

/**
 * How far a lane is verified, and from which turn on.
 *
 * @param turn the lane's last turn
 * @param atMillis its time, epoch ms
 * @param after the turn up to which a kept checkpoint is believed; 0: all turns are replayed
 * @param word whose checkpoint it is; null: none is needed
 * @param came how it came to its partition, if that was replayed; null: it was not, or there it
 *     began
 * @param difference what the ledger and the rules do not agree about; null: the state is proved
 */
public record LaneStanding(
    String lane,
    long turn,
    long atMillis,
    long after,
    CheckpointSigner word,
    Came came,
    String difference) {
  /**
   * A lane came from another partition.
   *
   * @param after the turn with which it left that one
   */
  public record Came(int from, long after) {}

  /** Returns true if all turns, or those after the checkpoint, are verified. */
  public boolean isProved() {
    return difference == null;
  }

  /** In words: {@code verified from turn 1}. */
  public String proof() {
    if (!isProved()) {
      return "not verified: " + difference;
    }
    if (came != null) {
      return "verified from turn %d, with which it came from partition %d; its earlier turns are there"
          .formatted(came.after + 1, came.from);
    }
    return after == 0
        ? "verified from turn 1"
        : "verified from turn %d, the checkpoint before it %s".formatted(after + 1, word);
  }
}
