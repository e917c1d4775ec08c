package dev.rota.table;

import java.util.ArrayList;
import java.util.List;

/**
 * The tables of one lane, and the digest of all their rows: the sum of the rows' hashes, kept
 * current as rows change, so that it never needs a scan.
 */
public final class Tables {
  private final Rows rows;
  private final List<Row> before = new ArrayList<>();
  private long digest;

  /**
   * Opens the tables over rows that are already there.
   *
   * @param digest of the rows as they are; 0 for none
   */
  public Tables(Rows rows, long digest) {
    this.rows = rows;
    this.digest = digest;
  }

  /**
   * Opens one table.
   *
   * @param id of the table, never used again for another form of row: 1 to 255, and 0 for what the
   *     ledger keeps
   */
  public <K, V> Table<K, V> open(int id, Codec<K> keys, Codec<V> values) {
    return new Table<>(this, id, keys, values);
  }

  /** Opens a table whose rows are written once a turn. */
  public <K extends Comparable<? super K>, V> ChangedRows<K, V> openChanged(
      int id, Codec<K> keys, Codec<V> values) {
    return new ChangedRows<>(open(id, keys, values));
  }

  /**
   * Opens a table with a single row.
   *
   * @param otherwise what there is without it
   */
  public <V> SingleRow<V> openSingle(int id, Codec<V> value, V otherwise) {
    return new SingleRow<>(open(id, Codec.NOTHING, value), otherwise);
  }

  /** Equal for equal rows, whatever the history that led to them. */
  public long digest() {
    return digest;
  }

  Rows rows() {
    return rows;
  }

  /** What was written since the last call of this stays. */
  public void keep() {
    before.clear();
  }

  /** The rows are again as they were when {@link #keep} was last called, or at the beginning. */
  public void takeBack() {
    takeBack(0);
  }

  /** Where writing has come to since {@link #keep}. */
  public int mark() {
    return before.size();
  }

  /** The rows are again as they were at the mark. */
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
    digest += hash(key, value) - hash(key, remember(key));
    rows.put(key, value);
  }

  void remove(byte[] key) {
    digest -= hash(key, remember(key));
    rows.remove(key);
  }

  private byte[] remember(byte[] key) {
    byte[] old = rows.get(key);
    before.add(new Row(key, old));
    return old;
  }

  private static long hash(byte[] key, byte[] value) {
    return value == null ? 0 : RowHash.of(key, value);
  }
}
