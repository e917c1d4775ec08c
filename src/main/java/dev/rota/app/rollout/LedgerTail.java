package dev.rota.app.rollout;

import dev.rota.kernel.ledger.TurnEntry;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The last turns of a partition's ledger: who took them, how fast, by which rules. */
final class LedgerTail {
  private static final double SECOND = 1_000;

  private final SortedSet<String> lanes = new TreeSet<>();
  private long turns;
  private long from = Long.MAX_VALUE;
  private long to;
  private int rules;

  /** Takes the turns of the next page. */
  void add(List<TurnEntry> page) {
    for (TurnEntry turn : page) {
      lanes.add(turn.lane());
      turns++;
      from = Math.min(from, turn.atMillis());
      to = Math.max(to, turn.atMillis());
      rules = Math.max(rules, turn.rulesAfter());
    }
  }

  /** Those that took a turn, in order. Others of the partition stand still with them. */
  SortedSet<String> lanes() {
    return lanes;
  }

  long turns() {
    return turns;
  }

  /** The newest rules that are in force; 0: there was no turn. */
  int rules() {
    return rules;
  }

  /** By the turns' own times; all of a single instant count as a second's. */
  double turnsPerSecond() {
    return turns == 0 ? 0 : turns / Math.max(1, (to - from) / SECOND);
  }
}
