package dev.rota.kernel.table;

import java.util.List;

/** Rows of bytes, sorted by their keys as unsigned bytes. */
public interface Rows {
  /** Returns the row's value, or null. */
  byte[] get(byte[] key);

  void put(byte[] key, byte[] value);

  /** Puts a row where none is. */
  default void add(byte[] key, byte[] value) {
    put(key, value);
  }

  void remove(byte[] key);

  /**
   * Puts a row, or removes it if the value is null.
   *
   * @return the value before, or null
   */
  default byte[] replace(byte[] key, byte[] value) {
    byte[] before = get(key);
    if (value == null) {
      remove(key);
    } else {
      put(key, value);
    }
    return before;
  }

  /** Puts them in this order. A value of null removes the row. */
  default void putAll(List<Row> rows) {
    for (Row row : rows) {
      if (row.value() == null) {
        remove(row.key());
      } else {
        put(row.key(), row.value());
      }
    }
  }

  /**
   * Returns a copy of the first rows of the span, at most {@code limit}. Writing meanwhile is safe.
   */
  List<Row> page(KeySpan span, int limit);
}
