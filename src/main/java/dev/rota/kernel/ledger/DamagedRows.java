package dev.rota.kernel.ledger;

import dev.rota.kernel.table.BadRow;
import dev.rota.kernel.table.CheckedRow;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Rows;
import dev.rota.kernel.table.Tables;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;

/** The rows of a lane are not those that its last turn left: the store is damaged. */
public final class DamagedRows extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int AT_ONCE = 512;
  private static final int SHOWN_BYTES = 64;

  private DamagedRows(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Checks that all rows are those that the lanes' last turns left.
   *
   * @param rows of these lanes, and of no others
   * @throws DamagedRows if they are not
   */
  public static void check(LaneStore lanes, Rows rows) {
    long[] known = {0};
    lanes.eachCursor(
        (lane, cursor) -> {
          check(lane, cursor, new Tables(lanes.rows(lane), cursor.stateDigest()), null);
          known[0] += 1 + count(lanes.rows(lane));
        });
    long all = count(rows);
    if (all != known[0]) {
      throw new DamagedRows(
          "there are %d rows, and %d are of lanes".formatted(all, known[0]), null);
    }
  }

  private static long count(Rows rows) {
    long count = 0;
    KeySpan span = new KeySpan(new byte[0], null);
    for (List<Row> some = rows.page(span, AT_ONCE);
        !some.isEmpty();
        some = rows.page(span, AT_ONCE)) {
      count += some.size();
      span = span.after(some.get(some.size() - 1).key());
    }
    return count;
  }

  /**
   * Compares the sum of the rows with the cursor.
   *
   * @param cause why the lane could not be opened; null: it could
   * @throws DamagedRows if they differ
   */
  static void check(String lane, LaneCursor cursor, Tables opened, Throwable cause) {
    long sum = opened.sum();
    if (sum != cursor.stateDigest()) {
      throw new DamagedRows(
          "the rows of lane "
              + lane
              + " sum to "
              + Long.toHexString(sum)
              + ", and turn "
              + cursor.number()
              + " left "
              + Long.toHexString(cursor.stateDigest()),
          cause);
    }
  }

  /**
   * Sums all rows of all lanes. Opens none.
   *
   * @throws DamagedRows if the rows of a lane are not those that its last turn left
   */
  public static void check(LaneStore store) {
    store.eachCursor(
        (lane, cursor) ->
            check(lane, cursor, new Tables(store.rows(lane), cursor.stateDigest()), null));
  }

  /**
   * Decodes a row's bytes.
   *
   * @throws DamagedRows if they cannot be decoded
   */
  static <T> T readable(Codec<T> codec, byte[] row) {
    return readable(row, () -> new FieldReader(row).value(codec));
  }

  /** The same, of a {@link CheckedRow}. */
  static <T> T checked(byte[] key, Codec<T> codec, byte[] row) {
    return readable(row, () -> CheckedRow.read(key, codec, row));
  }

  private static <T> T readable(byte[] row, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (BadRow e) {
      String shown = HexFormat.of().formatHex(row, 0, Math.min(row.length, SHOWN_BYTES));
      throw new DamagedRows("a row cannot be read: " + shown + ": " + e.getMessage(), e);
    }
  }
}
