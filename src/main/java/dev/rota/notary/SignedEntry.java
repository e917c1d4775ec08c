package dev.rota.notary;

import dev.rota.ledger.Entry;
import dev.rota.ledger.EntryWire;
import dev.rota.proof.BadProof;
import dev.rota.proof.Leaf;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * A turn with a record of its own.
 *
 * @param before the lane's seal before the turn
 * @param entry the ledger's record
 */
record SignedEntry(byte[] before, byte[] entry) implements Signed {
  @Override
  public Entry turn() {
    return sealed().turn();
  }

  @Override
  public Leaf leaf() {
    EntryWire.Sealed sealed = sealed();
    if (!Arrays.equals(new EntryWire().sealOf(entry, before), sealed.seal())) {
      throw new BadProof("the entry does not have its seal");
    }
    return EntryLeaves.of(sealed);
  }

  @Override
  public OptionalInt partition() {
    return OptionalInt.empty();
  }

  private EntryWire.Sealed sealed() {
    try {
      return new EntryWire().decode(entry);
    } catch (EntryWire.BadEntry e) {
      throw new BadProof("the entry is damaged");
    }
  }
}
