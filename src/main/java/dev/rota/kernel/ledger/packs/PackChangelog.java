package dev.rota.kernel.ledger.packs;

/** The changelog of a task's rows, a compacted topic. */
public interface PackChangelog {
  /**
   * Writes a record in the present transaction.
   *
   * @param value null: the key's records are removed
   */
  void send(byte[] key, byte[] value);

  /** A number above that of each pack that this changelog, or one before it, has ever had. */
  long freshNumber();
}
