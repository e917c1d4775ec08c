package dev.rota.kernel.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The tables of one lane with the digest of all rows: the sum of their hashes. It is updated with
 * each write, so it never needs a scan.
 */
public final class Tables {
  private static final int IDS = 256;
  private static final int PAGE = 512;

  private final Rows rows;
  private final List<Row> before = new ArrayList<>();

  /** The sums of the tables that were read whole since the opening, by id; null: it is over. */
  private TreeMap<Integer, Long> sums = new TreeMap<>();

  private long digest;

  /**
   * Opens the tables of existing rows.
   *
   * @param digest of the existing rows; 0 for none
   */
  public Tables(Rows rows, long digest) {
    this.rows = rows;
    this.digest = digest;
  }

  /**
   * Opens one table.
   *
   * @param id 1 to 255, never reused for another row format; 0 belongs to the ledger
   */
  public <K, V> Table<K, V> open(int id, Codec<K> keys, Codec<V> values) {
    return new Table<>(this, id, keys, values);
  }

  /** Opens a table that writes each changed row once per turn. */
  public <K extends Comparable<? super K>, V> ChangedRows<K, V> openChanged(
      int id, Codec<K> keys, Codec<V> values) {
    return new ChangedRows<>(open(id, keys, values));
  }

  /**
   * Opens a table with a single row.
   *
   * @param otherwise the value without a row
   */
  public <V> SingleRow<V> openSingle(int id, Codec<V> value, V otherwise) {
    return new SingleRow<>(open(id, Codec.NOTHING, value), otherwise);
  }

  /** Depends only on the rows, not on their history. */
  public long digest() {
    return digest;
  }

  /**
   * Ends the opening. Returns the sum of all rows' hashes, which the digest must equal. Tables that
   * were read whole are not read again.
   */
  public long sum() {
    long sum = 0;
    int next = 0;
    for (Map.Entry<Integer, Long> table : sums.entrySet()) {
      sum += sum(next, table.getKey()) + table.getValue();
      next = table.getKey() + 1;
    }
    sums = null;
    return sum + sum(next, IDS);
  }

  /** Sums the tables of these ids, {@code to} exclusive. */
  private long sum(int from, int to) {
    if (from == to) {
      return 0;
    }
    byte[] end = to == IDS ? null : new byte[] {(byte) to};
    KeySpan span = new KeySpan(new byte[] {(byte) from}, end);
    long sum = 0;
    for (List<Row> page = rows.page(span, PAGE); !page.isEmpty(); page = rows.page(span, PAGE)) {
      for (Row row : page) {
        sum += hash(row.key(), row.value());
      }
      span = span.after(page.get(page.size() - 1).key());
    }
    return sum;
  }

  /** True until the sum is known. */
  boolean isOpening() {
    return sums != null;
  }

  /** A table was read whole. */
  void read(int id, long sum) {
    sums.putIfAbsent(id, sum);
  }

  Rows rows() {
    return rows;
  }

  /** Keeps all writes since the last call. */
  public void keep() {
    before.clear();
  }

  /** Undoes all writes since the last {@link #keep}. */
  public void takeBack() {
    takeBack(0);
  }

  /** Returns the number of writes since {@link #keep}. */
  public int mark() {
    return before.size();
  }

  /** Undoes all writes since the mark. */
  public void takeBack(int mark) {
    while (before.size() > mark) {
      Row row = before.remove(before.size() - 1);
      byte[] key = row.key();
      byte[] old = row.value();
      digest += hash(key, old) - hash(key, rows.get(key));
      if (old == null) {
        rows.remove(key);
      } else {
        rows.put(key, old);
      }
    }
  }

  void put(byte[] key, byte[] value) {
    replace(key, value);
  }

  /** Puts a row where none is. */
  void add(byte[] key, byte[] value) {
    digest += hash(key, value);
    before.add(new Row(key, null));
    rows.add(key, value);
  }

  void remove(byte[] key) {
    replace(key, null);
  }

  private void replace(byte[] key, byte[] value) {
    byte[] old = rows.replace(key, value);
    before.add(new Row(key, old));
    digest += hash(key, value) - hash(key, old);
  }

  /** What a row adds to the digest; without a value, nothing. */
  public static long hash(byte[] key, byte[] value) {
    return value == null ? 0 : RowHash.of(key, value);
  }
}
