package dev.rota.readers.follow;

import dev.rota.road.kept.Word;

/**
 * How far a lane is decided again, and what is proved of it.
 *
 * @param turn the lane's last turn
 * @param atMillis its time, epoch ms
 * @param after the turn up to which a kept checkpoint is believed; 0: all turns are decided again
 * @param word whose checkpoint it is; null: none is needed
 * @param difference what the ledger and the rules do not agree about; null: the state is proved
 */
public record Standing(
    String lane, long turn, long atMillis, long after, Word word, String difference) {
  /** Returns true if all turns, or those after the checkpoint, were decided again to the same. */
  public boolean isProved() {
    return difference == null;
  }

  /** In words: {@code decided again from turn 1}. */
  public String proof() {
    if (!isProved()) {
      return "not proved: " + difference;
    }
    return after == 0
        ? "decided again from turn 1"
        : "decided again from turn %d, the state before it %s".formatted(after + 1, word);
  }
}
