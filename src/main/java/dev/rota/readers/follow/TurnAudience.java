package dev.rota.readers.follow;

import dev.rota.kernel.domain.State;
import dev.rota.readers.follow.TurnListener.DecidedFacts;
import dev.rota.readers.follow.held.AssignmentTurn;
import dev.rota.readers.follow.held.AssignmentWindow;
import dev.rota.readers.follow.held.RecentTurn;
import dev.rota.readers.follow.held.TurnWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Who gets the turns of a partition, once they are verified.
 *
 * @param window holds what the last turns of each lane said
 * @param assigned holds who had what
 * @param tallies counts what they decided
 * @param holds of which lanes window and assigned hold turns: not of those that have left
 * @param listener is told of them as they come
 */
record TurnAudience(
    TurnWindow window,
    AssignmentWindow assigned,
    FactTallies tallies,
    Predicate<String> holds,
    TurnListener listener) {
  /** What a record of the ledger says of one lane. */
  static final class LaneTurns {
    private final List<DecidedFacts> decided = new ArrayList<>();
    private final List<RecentTurn> recent = new ArrayList<>();
    private final List<AssignmentTurn> assignments = new ArrayList<>();

    void add(DecidedFacts facts, RecentTurn said, AssignmentTurn assignment) {
      decided.add(facts);
      recent.add(said);
      assignments.add(assignment);
    }
  }

  /** A checkpoint has the lane, and these assignments with it. */
  void begin(AssignmentTurn standing) {
    assigned.take(standing);
  }

  /**
   * A lane's next turns.
   *
   * @param state behind them; null: it is set aside
   */
  void take(String lane, State state, LaneTurns next) {
    if (holds.test(lane)) {
      window.add(lane, next.recent);
      assigned.take(lane, next.assignments);
    }
    listener.taken(lane, state, next.decided);
  }
}
