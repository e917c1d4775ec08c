package dev.rota.notary;

import dev.rota.ledger.Entry;
import dev.rota.proof.BadProof;
import dev.rota.proof.Leaf;
import java.util.OptionalInt;

/** What a turn's leaf is made of. */
sealed interface Signed permits SignedEntry, SignedPage {
  /**
   * The turn.
   *
   * @throws BadProof if it cannot be read
   */
  Entry turn();

  /**
   * The leaf that the log must have.
   *
   * @throws BadProof if it does not follow
   */
  Leaf leaf();

  /**
   * The ledger's partition; empty: that is not said.
   *
   * @throws BadProof if it cannot be read
   */
  OptionalInt partition();
}
