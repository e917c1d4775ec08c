package dev.rota.readers.follow;

import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.TurnEntry;
import java.util.List;

/**
 * Is told of a lane's verified turns as a follower takes them. A follower that begins again, after
 * trouble, tells of the same turns again.
 */
@FunctionalInterface
public interface TurnListener {
  /**
   * What a turn decided.
   *
   * @param facts in their order
   */
  record DecidedFacts(TurnEntry turn, List<Fact<State>> facts) {}

  /**
   * Some turns are taken. It is called by the thread that follows, which waits for it.
   *
   * @param state where the lane stands behind them, to be read now or never; null: it is set aside
   * @param turns in their order, at least one
   */
  void taken(String lane, State state, List<DecidedFacts> turns);
}
