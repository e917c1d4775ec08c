package dev.rota.notary;

import dev.rota.proof.Leaf;
import java.util.List;

/** Turns the records of a ledger partition into leaves of its log. Not thread-safe. */
interface Leaves {
  /** Goes on after a leaf that the log has. Called for each of them, in order. */
  void resume(Leaf leaf);

  /**
   * The leaves of the next record, in order.
   *
   * @throws Rewritten if the record does not continue those before it
   */
  List<Leaf> next(byte[] record);

  /** The last of the leaves of a record that the log has already; null: the record has none. */
  Leaf last(byte[] record);
}
