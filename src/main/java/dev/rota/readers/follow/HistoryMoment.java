package dev.rota.readers.follow;

import dev.rota.kernel.ledger.TurnEntry;

/** Where in a lane's history it is read. */
public sealed interface HistoryMoment {
  /** Behind the last turn. */
  HistoryMoment END = new End();

  /** Returns true if the lane has not taken this turn then. */
  boolean isBefore(TurnEntry turn);

  /** Behind the last turn that is committed. */
  record End() implements HistoryMoment {
    @Override
    public boolean isBefore(TurnEntry turn) {
      return false;
    }
  }

  /** Behind this turn. */
  record Turn(long number) implements HistoryMoment {
    @Override
    public boolean isBefore(TurnEntry turn) {
      return turn.number() > number;
    }
  }

  /** Behind the last turn that is not later than this time, epoch ms. */
  record Time(long atMillis) implements HistoryMoment {
    @Override
    public boolean isBefore(TurnEntry turn) {
      return turn.atMillis() > atMillis;
    }
  }
}
