package dev.rota.ledger;

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
 */
public record Cursor(long number, long atMillis, long stateDigest, byte[] seal) {
  static final Cursor START = new Cursor(0, 0, 0, new byte[Sha256.BYTES]);

  static final Codec<Cursor> CODEC = Codec.of(Cursor::write, Cursor::read);

  private void write(FieldWriter fields) {
    fields.number(number).number(atMillis).number(stateDigest).raw(seal);
  }

  private static Cursor read(FieldReader fields) {
    return new Cursor(fields.number(), fields.number(), fields.number(), fields.raw(Sha256.BYTES));
  }
}
