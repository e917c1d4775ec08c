package dev.rota.readers.follow;

import dev.rota.kernel.ledger.moves.LaneArrival;

/** Thrown if a lane was on another partition at the moment that is asked for. */
final class LaneElsewhere extends NotInLedger {
  private static final long serialVersionUID = 1L;

  private final int partition;
  private final long turn;

  /** It came so, later. */
  LaneElsewhere(String lane, LaneArrival came) {
    super(
        "the turns of lane '%s' up to %d are on partition %d, from which it came"
            .formatted(lane, came.turn(), came.from()));
    this.partition = came.from();
    this.turn = came.turn();
  }

  /** Where it was. */
  int partition() {
    return partition;
  }

  /** The same moment there: with its departure the lane has decided nothing. */
  HistoryMoment there(HistoryMoment moment) {
    return moment instanceof HistoryMoment.Turn one && one.number() >= turn
        ? new HistoryMoment.Turn(turn - 1)
        : moment;
  }
}
