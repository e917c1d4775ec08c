package dev.rota.kernel.table;

import java.util.Arrays;

/**
 * A row that ends with a hash of its key and of all before, so that a changed one cannot be read.
 * Rows of older programs have none.
 */
public final class CheckedRow {
  /**
   * Between the fields and the hash. A number that a changed bit makes longer ends with it, so that
   * the hash is never taken for fields.
   */
  private static final long NO_FIELD = -1;

  private CheckedRow() {}

  /** The bytes of a value. */
  public static <T> byte[] write(byte[] key, Codec<T> codec, T value) {
    FieldWriter fields = new FieldWriter();
    codec.write(value, fields);
    fields.number(NO_FIELD);
    return fields.sortedLong(RowHash.of(key, fields.toBytes())).toBytes();
  }

  /**
   * Reads them.
   *
   * @throws BadRow if they have changed, or whatever the codec says of them
   */
  public static <T> T read(byte[] key, Codec<T> codec, byte[] row) {
    FieldReader fields = new FieldReader(row);
    T value = fields.value(codec);
    if (fields.hasMore() && !isWhole(key, row)) {
      throw new BadRow("its bytes have changed since it was written");
    }
    return value;
  }

  private static boolean isWhole(byte[] key, byte[] row) {
    int hashed = row.length - Long.BYTES;
    if (hashed < 0) {
      return false;
    }
    long hash = RowHash.of(key, Arrays.copyOf(row, hashed));
    return new FieldReader(row, hashed).sortedLong() == hash;
  }
}
