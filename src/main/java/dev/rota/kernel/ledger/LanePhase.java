package dev.rota.kernel.ledger;

import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;

/** How a lane stands: nobody has needed its state yet, it is in memory, or it is set aside. */
sealed interface LanePhase<S extends State, I, F extends Fact<S>>
    permits LanePhase.ClosedLane, OpenLane, LanePhase.SetAsideLane {
  /** Its rows are not read yet. */
  record ClosedLane<S extends State, I, F extends Fact<S>>() implements LanePhase<S, I, F> {}

  /** Its rules fail over its rows. */
  record SetAsideLane<S extends State, I, F extends Fact<S>>(Throwable fault)
      implements LanePhase<S, I, F> {}
}
