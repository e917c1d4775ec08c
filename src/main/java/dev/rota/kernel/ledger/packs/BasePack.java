package dev.rota.kernel.ledger.packs;

import dev.rota.kernel.table.BadRow;
import dev.rota.kernel.table.CheckedRow;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Rows;

/**
 * The pack with which the rows on a disk begin; it is on the disk alone. Without it, they have been
 * there from the beginning.
 */
public final class BasePack {
  private static final byte[] KEY = {6};
  private static final Codec<Long> NUMBER =
      Codec.of((pack, fields) -> fields.number(pack), FieldReader::number);
  static final long UNUSABLE = Long.MAX_VALUE;

  private BasePack() {}

  /** These rows are of no use, whatever is added to them. */
  static Row unusable() {
    return of(UNUSABLE);
  }

  static Row of(long pack) {
    return new Row(KEY, CheckedRow.write(KEY, NUMBER, pack));
  }

  /** The rows have been there from the beginning. */
  static void complete(Rows disk) {
    disk.remove(KEY);
  }

  static boolean isKey(byte[] key) {
    return key.length == 1 && key[0] == KEY[0];
  }

  /** Returns why rows that were restored are not all there; null: they are. */
  public static String lacking(Rows disk) {
    byte[] row = disk.get(KEY);
    long base;
    PackInventory packs;
    try {
      base = row == null ? 0 : CheckedRow.read(KEY, NUMBER, row);
      packs = PackInventory.of(disk);
    } catch (BadRow e) {
      return "what they know of their changelog cannot be read: " + e.getMessage();
    }
    if (base == UNUSABLE) {
      return "they were being rebuilt, or a record of their changelog cannot be read";
    }
    return packs == null || base <= packs.whole()
        ? null
        : "the records of their changelog before pack %d are missing".formatted(base);
  }
}
