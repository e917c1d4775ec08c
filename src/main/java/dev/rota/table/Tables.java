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
   * @param id of the table, 1 to 255, never used again for another form of row
   */
  public <K, V> Table<K, V> open(int id, Codec<K> keys, Codec<V> values) {
    return new Table<>(this, id, keys, values);
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
    for (int i = before.size() - 1; i >= 0; i--) {
      byte[] key = before.get(i).key();
      byte[] old = before.get(i).value();
      digest += hash(key, old) - hash(key, rows.get(key));
      if (old == null) {
        rows.remove(key);
      } else {
        rows.put(key, old);
      }
    }
    before.clear();
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
