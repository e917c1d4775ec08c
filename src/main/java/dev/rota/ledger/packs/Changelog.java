package dev.rota.ledger.packs;

/** The changelog of a task's rows, a compacted topic. */
public interface Changelog {
  /**
   * Writes a record in the present transaction.
   *
   * @param value null: the key's records are removed
   */
  void send(byte[] key, byte[] value);

  /** The offset of the next record, at least. */
  long offset();
}
