package dev.rota.notary;

import dev.rota.ledger.Entry;
import dev.rota.proof.BadProof;
import dev.rota.proof.Leaf;

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
}
