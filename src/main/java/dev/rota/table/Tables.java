package dev.rota.table;

/**
 * The tables of one lane, and the digest of all their rows: the sum of the rows' hashes, kept
 * current as rows change, so that it never needs a scan.
 */
public final class Tables {
  private final Rows rows;
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

  void put(byte[] key, byte[] value) {
    digest += RowHash.of(key, value) - hashAt(key);
    rows.put(key, value);
  }

  void remove(byte[] key) {
    digest -= hashAt(key);
    rows.remove(key);
  }

  private long hashAt(byte[] key) {
    byte[] old = rows.get(key);
    return old == null ? 0 : RowHash.of(key, old);
  }
}
