package dev.rota.table;

import java.util.List;

/** Rows of bytes in unsigned lexicographic order of their keys. */
public interface Rows {
  /** The row's value, or null. */
  byte[] get(byte[] key);

  void put(byte[] key, byte[] value);

  void remove(byte[] key);

  /**
   * The first rows of the span, at most {@code limit}, as a copy: writing while reading is safe.
   */
  List<Row> page(Span span, int limit);
}
