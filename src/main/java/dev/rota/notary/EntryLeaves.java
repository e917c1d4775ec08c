package dev.rota.notary;

import dev.rota.ledger.EntryWire;
import dev.rota.proof.Leaf;
import java.util.Arrays;

/** A record is an entry, which is one turn. Its digest is its seal. */
final class EntryLeaves {
  private final EntryWire wire = new EntryWire();
  private final LaneEnds ends;

  EntryLeaves(LaneEnds ends) {
    this.ends = ends;
  }

  /**
   * The leaf of the next entry.
   *
   * @throws Rewritten if it does not continue its lane
   */
  Leaf next(byte[] record) {
    Leaf leaf = of(record);
    ends.check(leaf.lane(), leaf.turn());
    byte[] before = ends.seal(leaf.lane(), leaf.turn());
    if (before != null && !Arrays.equals(wire.sealOf(record, before), leaf.digest())) {
      throw new Rewritten(
          "the seal of lane %s, turn %d, does not continue the turn before"
              .formatted(leaf.lane(), leaf.turn()));
    }
    return leaf;
  }

  /** The leaf of an entry, whatever was before it. */
  Leaf of(byte[] record) {
    try {
      return of(wire.decode(record));
    } catch (EntryWire.BadEntry e) {
      throw new Rewritten("there is a record that is no ledger entry: " + e.getMessage());
    }
  }

  static Leaf of(EntryWire.Sealed entry) {
    return new Leaf(entry.turn().lane(), entry.turn().number(), entry.seal());
  }
}
