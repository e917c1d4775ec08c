package dev.rota.kernel.ledger;

/** How a lane stands: nobody has needed its state yet, it is in memory, or it is set aside. */
sealed interface LanePhase permits LanePhase.ClosedLane, OpenLane, LanePhase.SetAsideLane {
  /** Its rows are not read yet. */
  record ClosedLane() implements LanePhase {}

  /** Its rules fail over its rows. */
  record SetAsideLane(Throwable fault) implements LanePhase {}
}
