package dev.rota.readers.follow;

import dev.rota.kernel.ledger.Entry;

/** Where in a lane's history it is read. */
public sealed interface Moment {
  /** Behind the last turn. */
  Moment END = new End();

  /** Returns true if the lane has not taken this turn then. */
  boolean isBefore(Entry turn);

  /** Behind the last turn that is committed. */
  record End() implements Moment {
    @Override
    public boolean isBefore(Entry turn) {
      return false;
    }
  }

  /** Behind this turn. */
  record Turn(long number) implements Moment {
    @Override
    public boolean isBefore(Entry turn) {
      return turn.number() > number;
    }
  }

  /** Behind the last turn that is not later than this time, epoch ms. */
  record Time(long atMillis) implements Moment {
    @Override
    public boolean isBefore(Entry turn) {
      return turn.atMillis() > atMillis;
    }
  }
}
