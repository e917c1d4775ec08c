package dev.rota.table;

import java.util.List;

/** Rows of bytes, sorted by their keys as unsigned bytes. */
public interface Rows {
  /** Returns the row's value, or null. */
  byte[] get(byte[] key);

  void put(byte[] key, byte[] value);

  void remove(byte[] key);

  /**
   * Returns a copy of the first rows of the span, at most {@code limit}. Writing meanwhile is safe.
   */
  List<Row> page(Span span, int limit);
}
