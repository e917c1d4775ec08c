package dev.rota.kernel.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rows in memory, for tests, simulations and audits. Rows are sorted when somebody reads them in
 * their order: not thread-safe, not even for reading.
 */
public final class TreeRows implements Rows {
  private final TreeMap<byte[], byte[]> sorted;

  /** A row is here or among the sorted ones. */
  private final FreshRows fresh;

  /** No rows. */
  public TreeRows() {
    sorted = new TreeMap<>(Arrays::compareUnsigned);
    fresh = new FreshRows(sorted::put);
  }

  /** A copy. */
  public TreeRows(TreeRows other) {
    sorted = new TreeMap<>(other.sorted);
    fresh = new FreshRows(sorted::put);
    other.fresh.each(fresh::add);
  }

  @Override
  public byte[] get(byte[] key) {
    byte[] value = fresh.get(key);
    return value == null ? sorted.get(key) : value;
  }

  @Override
  public void put(byte[] key, byte[] value) {
    replace(key, value);
  }

  @Override
  public void add(byte[] key, byte[] value) {
    if (fresh.size() == 0 && isBehindAll(key)) {
      sorted.put(key, value); // rows of a copy or a checkpoint come in their order
    } else {
      fresh.add(key, value);
    }
  }

  private boolean isBehindAll(byte[] key) {
    return sorted.isEmpty() || Arrays.compareUnsigned(sorted.lastKey(), key) < 0;
  }

  @Override
  public void remove(byte[] key) {
    replace(key, null);
  }

  @Override
  public byte[] replace(byte[] key, byte[] value) {
    byte[] before = fresh.replace(key, value);
    if (before == null) {
      before = value == null ? sorted.remove(key) : sorted.replace(key, value);
      if (before == null && value != null) {
        add(key, value);
      }
    }
    return before;
  }

  @Override
  public List<Row> page(KeySpan span, int limit) {
    sort();
    List<Row> page = new ArrayList<>();
    for (Map.Entry<byte[], byte[]> row : sorted.tailMap(span.from(), true).entrySet()) {
      if (page.size() == limit || !span.contains(row.getKey())) {
        break;
      }
      page.add(new Row(row.getKey(), row.getValue()));
    }
    return page;
  }

  public int size() {
    return fresh.size() + sorted.size();
  }

  /** The total size of keys and values, bytes. */
  public long bytes() {
    sort();
    long bytes = 0;
    for (Map.Entry<byte[], byte[]> row : sorted.entrySet()) {
      bytes += row.getKey().length + row.getValue().length;
    }
    return bytes;
  }

  /** Sorts them now. Until the next write, several threads may read and copy them. */
  public void sort() {
    if (fresh.size() > 0) {
      fresh.each(sorted::put);
      fresh.clear();
    }
  }
}
