package dev.rota.kernel.ledger.packs;

import dev.rota.kernel.table.BadRow;
import dev.rota.kernel.table.CheckedRow;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Rows;

/**
 * Which packs the changelog has, and how far the present pass is. It is a row of each pack: whoever
 * has the rows of a pack, on disk or restored, knows how to write the next one.
 *
 * @param first the earliest pack that may still be there
 * @param next the number of the next pack
 * @param after what that one follows, as in {@link RowPack}
 * @param singles true: rows that an older program wrote as records of their own may be there
 * @param whole all rows are in the packs from this one on; 0: in those and in single rows
 * @param bytes of the packs from {@code whole} on
 * @param live bytes of the rows, as the last pass found them
 * @param pass null: there is none
 */
record PackInventory(
    long first,
    long next,
    long after,
    boolean singles,
    long whole,
    long bytes,
    long live,
    RepackPass pass) {
  private static final byte[] KEY = {5};
  private static final Codec<PackInventory> CODEC =
      Codec.of(PackInventory::write, PackInventory::read);

  /**
   * None are there yet.
   *
   * @param next a number that no pack of the task has ever had
   * @param singles true: the rows so far are records of their own, or may be
   */
  static PackInventory none(long next, boolean singles) {
    return new PackInventory(
        next, next, RowPack.SINGLE_ROWS, singles, singles ? 0 : next, 0, 0, null);
  }

  /** Those that the rows know; null: none, or it cannot be read which. */
  static PackInventory known(Rows rows) {
    try {
      return of(rows);
    } catch (BadRow _) {
      return null;
    }
  }

  /** Those that the rows know, or null. */
  static PackInventory of(Rows rows) {
    byte[] row = rows.get(KEY);
    return row == null ? null : of(row);
  }

  /**
   * Reads the row.
   *
   * @throws BadRow if it tells of no packs
   */
  static PackInventory of(byte[] row) {
    return CheckedRow.read(KEY, CODEC, row);
  }

  /** Returns true if it tells of some, whether it can be read or not. */
  static boolean isIn(Rows rows) {
    return rows.get(KEY) != null;
  }

  static boolean isKey(byte[] key) {
    return key.length == 1 && key[0] == KEY[0];
  }

  Row row() {
    return new Row(KEY, CheckedRow.write(KEY, CODEC, this));
  }

  /** The next pack is written. */
  PackInventory written(long more) {
    RepackPass passing = pass == null ? null : pass.written(more);
    return new PackInventory(first, next + 1, next, singles, whole, bytes + more, live, passing);
  }

  /** Another program wrote the pack of that number. */
  PackInventory following(long number) {
    return new PackInventory(first, number + 1, number, singles, whole, bytes, live, pass);
  }

  /** Another pass begins with the next pack, or goes on. */
  PackInventory passing() {
    return pass == null ? passing(RepackPass.startingAt(next)) : this;
  }

  PackInventory passing(RepackPass now) {
    return new PackInventory(first, next, after, singles, whole, bytes, live, now);
  }

  /** The pass is through: what was written before it is garbage. */
  PackInventory passed() {
    return new PackInventory(
        first, next, after, false, pass.from(), pass.bytes(), pass.live(), null);
  }

  /** The earlier ones are no longer there. */
  PackInventory without(long before) {
    return new PackInventory(before, next, after, singles, whole, bytes, live, pass);
  }

  /** What follows has nothing to do with the rows so far. */
  PackInventory anew() {
    return new PackInventory(first, next, RowPack.NOTHING, singles, 0, bytes, live, null);
  }

  private void write(FieldWriter fields) {
    fields.number(first).number(next).number(after).flag(singles).number(whole);
    fields.number(bytes).number(live).optional(pass, RepackPass.CODEC);
  }

  private static PackInventory read(FieldReader fields) {
    PackInventory read =
        new PackInventory(
            fields.number(),
            fields.number(),
            fields.number(),
            fields.flag(),
            fields.number(),
            fields.number(),
            fields.number(),
            fields.optional(RepackPass.CODEC));
    if (!read.isPossible()) {
      throw new BadRow("no packs are numbered %d to %d".formatted(read.first, read.next));
    }
    return read;
  }

  /** What numbers and bytes are to one another. */
  private boolean isPossible() {
    boolean numbered =
        first >= 0
            && first <= next
            && next < BasePack.UNUSABLE
            && after >= RowPack.NOTHING
            && after < next
            && whole >= 0
            && whole <= next;
    return numbered && bytes >= 0 && live >= 0 && (pass == null || pass.isPossible(next));
  }
}
