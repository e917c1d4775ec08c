package dev.rota.kernel.ledger;

import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.ledger.moves.LaneArrival;
import dev.rota.kernel.ledger.moves.LaneDeparture;

/** What a lane takes a turn for: an input, an unreadable record, a tick, an adoption or a move. */
public sealed interface TurnArrival {
  /** The arrival's time in epoch ms. The turn's time is never before that of the last turn. */
  default long timestampMillis() {
    return source().timestampMillis();
  }

  TurnEntry.Kind kind();

  /** The record's position, or null. */
  default InputPosition source() {
    return null;
  }

  /** The bytes that the ledger keeps, or null. */
  default byte[] bytes() {
    return null;
  }

  /** The turn that decides it: a function of the ledger, whose entry holds the turn's time. */
  default Turn<Object> turn(String lane, long number, long atMillis) {
    Object input = this instanceof Legible legible ? legible.input() : null;
    return new Turn<>(lane, number, atMillis, Math.min(timestampMillis(), atMillis), input);
  }

  /**
   * An input.
   *
   * @param bytes in Avro's single-object encoding
   * @param exact true: they were read again, and are just as the engine writes this record
   */
  record Legible(InputPosition source, Object input, byte[] bytes, boolean exact)
      implements TurnArrival {
    public Legible(InputPosition source, Object input, byte[] bytes) {
      this(source, input, bytes, false);
    }

    @Override
    public TurnEntry.Kind kind() {
      return TurnEntry.Kind.INPUT;
    }
  }

  /**
   * An unreadable record. It is dead-lettered and decides nothing.
   *
   * @param reason a stable code
   * @param key unchanged, or null
   * @param bytes the unchanged value, or null; {@link OversizedInput} if it is too large
   */
  record Unreadable(InputPosition source, String reason, byte[] key, byte[] bytes)
      implements TurnArrival {
    @Override
    public TurnEntry.Kind kind() {
      return TurnEntry.Kind.UNREADABLE;
    }
  }

  /** The lane adopts a later version of the rules, at the time of its last turn. */
  record Adopted(int rules, long timestampMillis) implements TurnArrival {
    @Override
    public TurnEntry.Kind kind() {
      return TurnEntry.Kind.ADOPT;
    }

    @Override
    public byte[] bytes() {
      return TurnEntry.adoption(rules);
    }
  }

  /** The lane leaves for another partition, at the time of its last turn. */
  record Left(LaneDeparture departure, long timestampMillis) implements TurnArrival {
    @Override
    public TurnEntry.Kind kind() {
      return TurnEntry.Kind.LEAVE;
    }

    @Override
    public byte[] bytes() {
      return departure.toBytes();
    }
  }

  /** A piece of the lane comes from another partition, at the time of the lane's last turn. */
  record Arrived(LaneArrival piece, long timestampMillis) implements TurnArrival {
    @Override
    public TurnEntry.Kind kind() {
      return TurnEntry.Kind.ARRIVE;
    }

    @Override
    public byte[] bytes() {
      return piece.toBytes();
    }
  }

  /** The passing of time. */
  record Tick(long timestampMillis) implements TurnArrival {
    @Override
    public TurnEntry.Kind kind() {
      return TurnEntry.Kind.TICK;
    }
  }
}
