package dev.rota.ledger;

import dev.rota.engine.Engine;
import dev.rota.table.Codec;
import dev.rota.table.FieldReader;
import dev.rota.table.FieldWriter;
import dev.rota.table.Sha256;

/**
 * The position of a lane's ledger, stored and committed with the lane's rows.
 *
 * @param number of the last turn; 0 before the first
 * @param atMillis the last turn's time
 * @param stateDigest of the lane's rows
 * @param seal of the last entry; zeros before the first
 * @param nextMillis the earliest pending deadline, or {@link Engine#NEVER}
 * @param rules the version of the rules that computed it; 0: older rows do not have it
 */
public record Cursor(
    long number, long atMillis, long stateDigest, byte[] seal, long nextMillis, int rules) {
  static final Cursor START = new Cursor(0, 0, 0, new byte[Sha256.BYTES], Engine.NEVER, 0);

  static final Codec<Cursor> CODEC = Codec.of(Cursor::write, Cursor::read);

  private static final long NONE = -1;

  /** Returns true if the deadline is known without opening the lane. A new lane has none. */
  boolean isCurrent(int rulesNow) {
    return number == 0 || rules == rulesNow;
  }

  /** After a turn that left the state alone. */
  Cursor next(long nowMillis, byte[] nextSeal, int rulesNow) {
    int asked = number == 0 ? rulesNow : rules;
    return new Cursor(number + 1, nowMillis, stateDigest, nextSeal, nextMillis, asked);
  }

  /** With the next deadline as these rules compute it. */
  Cursor due(long atNextMillis, int rulesNow) {
    return new Cursor(number, atMillis, stateDigest, seal, atNextMillis, rulesNow);
  }

  private void write(FieldWriter fields) {
    fields.number(number).number(atMillis).number(stateDigest).raw(seal);
    fields.number(nextMillis == Engine.NEVER ? NONE : nextMillis).number(rules);
  }

  private static Cursor read(FieldReader fields) {
    long number = fields.number();
    long atMillis = fields.number();
    long stateDigest = fields.number();
    byte[] seal = fields.raw(Sha256.BYTES);
    long next = fields.numberOr(NONE);
    int rules = Math.toIntExact(fields.numberOr(0));
    return new Cursor(
        number, atMillis, stateDigest, seal, next == NONE ? Engine.NEVER : next, rules);
  }
}
