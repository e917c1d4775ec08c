package dev.rota.kernel.ledger;

import dev.rota.kernel.table.CheckedRow;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;
import dev.rota.kernel.table.Rows;
import dev.rota.kernel.table.Sha256;
import java.util.Arrays;

/**
 * The end of a partition's ledger, stored and committed with the rows of its lanes.
 *
 * @param pages how many there are; the last one's number
 * @param turns of all lanes; if it is not the sum of the lanes' own numbers, rows are lost
 * @param seal of the last page; zeros if there is none
 */
public record PageEnd(long pages, long turns, byte[] seal) {
  public static final PageEnd START = new PageEnd(0, 0, new byte[Sha256.BYTES]);

  /** Of rows that are being made anew from the ledger: some are missing. No lanes sum to it. */
  public static final PageEnd INCOMPLETE = new PageEnd(0, -1, new byte[Sha256.BYTES]);

  private static final Codec<PageEnd> CODEC = Codec.of(PageEnd::write, PageEnd::read);
  private static final byte[] KEY = {4};
  private static final byte[] KEY_BEFORE = {3};

  /** Of these rows, or null. */
  static PageEnd of(Rows rows) {
    byte[] row = rows.get(KEY);
    row = row == null ? rows.get(KEY_BEFORE) : row; // which has no hash to check
    return row == null ? null : DamagedRows.checked(KEY, CODEC, row);
  }

  void putInto(Rows rows) {
    rows.put(KEY, CheckedRow.write(KEY, CODEC, this));
    // A program that knows no packs cannot go on from such rows. It makes all anew.
    byte[] incomplete = INCOMPLETE.bytes();
    if (!Arrays.equals(rows.get(KEY_BEFORE), incomplete)) {
      rows.put(KEY_BEFORE, incomplete);
    }
  }

  private byte[] bytes() {
    FieldWriter fields = new FieldWriter();
    write(fields);
    return fields.toBytes();
  }

  private void write(FieldWriter fields) {
    fields.number(pages).number(turns).raw(seal);
  }

  private static PageEnd read(FieldReader fields) {
    return new PageEnd(fields.number(), fields.number(), fields.raw(Sha256.BYTES));
  }
}
