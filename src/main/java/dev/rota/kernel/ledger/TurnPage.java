package dev.rota.kernel.ledger;

import java.util.List;

/**
 * Turns of one partition, in the order in which they were taken.
 *
 * @param number 1, 2, 3 … per partition
 * @param lanes that took a turn, in the order of their first turns
 * @param turns at least one
 */
public record TurnPage(long number, int partition, List<Touched> lanes, List<TurnEntry> turns) {
  /**
   * A lane that took a turn.
   *
   * @param first number of its first turn in the page; its others follow
   * @param rules version of the rules in force at that turn
   * @param stateDigest of its rows after its last turn in the page
   */
  public record Touched(String lane, long first, int rules, long stateDigest) {
    static Touched of(TurnEntry first, long stateDigest) {
      return new Touched(first.lane(), first.number(), first.rules(), stateDigest);
    }
  }

  /** The newest version of the rules that a lane has in it. A program needs it to go on. */
  public int rules() {
    return turns.stream().mapToInt(TurnEntry::rulesAfter).max().orElseThrow();
  }

  /** The time of the newest turn in epoch ms: the record's timestamp. */
  public long atMillis() {
    long newest = turns.get(0).atMillis();
    for (TurnEntry turn : turns) {
      newest = Math.max(newest, turn.atMillis());
    }
    return newest;
  }
}
