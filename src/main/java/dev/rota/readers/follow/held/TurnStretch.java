package dev.rota.readers.follow.held;

import dev.rota.kernel.ledger.TurnEntry;
import java.util.Map;

/**
 * Turns of a lane that follow each other, counted.
 *
 * @param first its first turn
 * @param last its last turn
 * @param atMillis time of its first turn, epoch ms
 * @param kinds number of turns of each kind that there is
 * @param refused turns with a reason
 * @param decided turns with outputs
 * @param outputs of all its turns
 * @param lines turns and runs of ticks without output that begin in it
 * @param lead its first turns that are ticks without output
 */
public record TurnStretch(
    long first,
    long last,
    long atMillis,
    Map<TurnEntry.Kind, Integer> kinds,
    int refused,
    int decided,
    long outputs,
    int lines,
    int lead) {

  /** The turns of a kind. */
  public int of(TurnEntry.Kind kind) {
    return kinds.getOrDefault(kind, 0);
  }
}
