package dev.rota.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rows in memory, for tests, simulations and audits. */
public final class TreeRows implements Rows {
  private final TreeMap<byte[], byte[]> rows;

  /** No rows. */
  public TreeRows() {
    rows = new TreeMap<>(Arrays::compareUnsigned);
  }

  /** A copy. */
  public TreeRows(TreeRows other) {
    rows = new TreeMap<>(other.rows);
  }

  @Override
  public byte[] get(byte[] key) {
    return rows.get(key);
  }

  @Override
  public void put(byte[] key, byte[] value) {
    rows.put(key, value);
  }

  @Override
  public void remove(byte[] key) {
    rows.remove(key);
  }

  @Override
  public byte[] replace(byte[] key, byte[] value) {
    return value == null ? rows.remove(key) : rows.put(key, value);
  }

  @Override
  public List<Row> page(Span span, int limit) {
    List<Row> page = new ArrayList<>();
    for (Map.Entry<byte[], byte[]> row : rows.tailMap(span.from(), true).entrySet()) {
      if (page.size() == limit || !span.contains(row.getKey())) {
        break;
      }
      page.add(new Row(row.getKey(), row.getValue()));
    }
    return page;
  }

  public int size() {
    return rows.size();
  }

  /** The total size of keys and values, bytes. */
  public long bytes() {
    long bytes = 0;
    for (Map.Entry<byte[], byte[]> row : rows.entrySet()) {
      bytes += row.getKey().length + row.getValue().length;
    }
    return bytes;
  }
}
