package dev.rota.kernel.ledger.packs;

import dev.rota.kernel.table.BadRow;
import dev.rota.kernel.table.Row;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows that changed together, as one record of the changelog.
 *
 * <pre>
 * key    7, number (8)
 * value  1, after (8), count (4), count times: length (4), key, length or -1 (4), value
 * </pre>
 *
 * @param after the number of the pack that it follows: its rows change the rows of that one; {@link
 *     #SINGLE_ROWS}: it follows rows that are records of their own, or none; {@link #NOTHING}:
 *     whatever came before, those rows are gone
 * @param rows a value of null: the row is gone
 */
record RowPack(long after, List<Row> rows) {
  static final long SINGLE_ROWS = 0;
  static final long NOTHING = -1;

  /**
   * The number of each pack is below. It begins as a time in ms, of years before 2500, or an
   * offset.
   */
  static final long NUMBERS = 1L << 44;

  /** Older programs take it for a row of no lane, and remove it with all others. */
  private static final byte MARKER = 7;

  private static final byte FORMAT = 1;
  private static final int HEAD_BYTES = 1 + Long.BYTES + Integer.BYTES;
  private static final int GONE = -1;

  static byte[] key(long number) {
    return ByteBuffer.allocate(1 + Long.BYTES).put(MARKER).putLong(number).array();
  }

  static boolean isKey(byte[] key) {
    return key.length == 1 + Long.BYTES && key[0] == MARKER;
  }

  static long number(byte[] key) {
    return ByteBuffer.wrap(key).getLong(1);
  }

  /** The bytes of a row within a pack. */
  static int bytes(Row row) {
    return 2 * Integer.BYTES + row.key().length + (row.value() == null ? 0 : row.value().length);
  }

  /** What it tells of the packs; null: nothing, so that another program wrote it. */
  PackInventory packs() {
    return rows.stream()
        .filter(row -> PackInventory.isKey(row.key()) && row.value() != null)
        .map(row -> PackInventory.of(row.value()))
        .findFirst()
        .orElse(null);
  }

  byte[] encode() {
    int length = HEAD_BYTES + rows.stream().mapToInt(RowPack::bytes).sum();
    ByteBuffer to = ByteBuffer.allocate(length).put(FORMAT).putLong(after).putInt(rows.size());
    for (Row row : rows) {
      to.putInt(row.key().length).put(row.key());
      if (row.value() == null) {
        to.putInt(GONE);
      } else {
        to.putInt(row.value().length).put(row.value());
      }
    }
    return to.array();
  }

  /** Returns null if these bytes are no pack of that number that this program knows. */
  static RowPack decode(long number, byte[] bytes) {
    try {
      ByteBuffer from = ByteBuffer.wrap(bytes);
      if (from.get() != FORMAT) {
        return null;
      }
      long after = from.getLong();
      List<Row> rows = new ArrayList<>();
      for (int left = from.getInt(); left > 0; left--) {
        rows.add(new Row(key(from), value(from)));
      }
      RowPack pack = new RowPack(after, rows);
      return from.hasRemaining() || !pack.tellsOf(number) ? null : pack;
    } catch (BufferUnderflowException | BadRow _) {
      return null;
    }
  }

  /** Returns true if what it tells of the packs can be read, and is as of this one. */
  private boolean tellsOf(long number) {
    PackInventory told = packs();
    return told == null || told.next() == number + 1;
  }

  private static byte[] key(ByteBuffer from) {
    byte[] key = field(from, from.getInt());
    if (key.length == 0) {
      throw new BadRow("a row has no key");
    }
    return key;
  }

  private static byte[] value(ByteBuffer from) {
    int length = from.getInt();
    return length == GONE ? null : field(from, length);
  }

  private static byte[] field(ByteBuffer from, int length) {
    if (length < 0 || length > from.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] field = new byte[length];
    from.get(field);
    return field;
  }
}
