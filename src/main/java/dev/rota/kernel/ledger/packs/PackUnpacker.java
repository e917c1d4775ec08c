package dev.rota.kernel.ledger.packs;

import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Rows;

/**
 * Makes rows of the records of a changelog, in their order. A pack that does not follow the last
 * one replaces all rows.
 */
public final class PackUnpacker {
  /** Where the rows go. */
  public interface Into {
    /** A value of null: the row is gone. */
    void row(Row row);

    /** All rows so far are gone. */
    void none();
  }

  private final Into into;

  /** Which ones the rows are of; null: they are single rows. */
  private PackInventory packs;

  /** Goes on from these rows. */
  public PackUnpacker(Rows rows, Into into) {
    this.packs = PackInventory.known(rows);
    this.into = into;
    if (packs == null && PackInventory.isIn(rows)) {
      into.row(BasePack.unusable());
    }
  }

  /** Takes the next record. */
  public void take(byte[] key, byte[] value) {
    if (RowPack.isKey(key)) {
      if (value != null) {
        unpack(RowPack.number(key), RowPack.decode(RowPack.number(key), value));
      }
    } else if (PackInventory.isKey(key) || BasePack.isKey(key)) {
      return; // an older program cleaned its own disk: what is known of packs is in packs alone
    } else if (packs == null) {
      into.row(new Row(key, value));
    } else if (value != null) { // a deletion only cleans up
      // An older program has begun anew: it cannot go on from packs. Where, is not known.
      into.none();
      into.row(BasePack.unusable());
      packs = null;
      into.row(new Row(key, value));
    }
  }

  private void unpack(long number, RowPack pack) {
    long last = packs == null ? RowPack.SINGLE_ROWS : packs.next() - 1;
    if (number <= last) {
      return; // the rows have it: they are ahead of the offset that is known
    }
    if (number >= RowPack.NUMBERS) { // a stranger's: no pack could follow it
      into.row(BasePack.unusable());
      return;
    }
    PackInventory told = null;
    if (pack == null) {
      into.row(BasePack.unusable());
    } else {
      if (pack.after() != last) {
        into.none();
        into.row(BasePack.of(number));
      }
      pack.rows().forEach(into::row);
      told = pack.packs();
    }
    if (told == null) { // another program's: the next one still needs a number of its own
      // Behind a gap nothing is known: what may be in it would be deleted for ever.
      told =
          packs != null && number == last + 1
              ? packs.following(number)
              : PackInventory.none(number + 1, true);
      into.row(told.row());
    }
    packs = told;
  }
}
