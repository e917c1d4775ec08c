package dev.rota.notary;

import dev.rota.ledger.Entry;
import dev.rota.ledger.EntryWire;
import dev.rota.proof.Leaf;
import dev.rota.table.Sha256;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A record is an entry, which is one turn. Its digest is its seal. */
final class EntryLeaves implements Leaves {
  static final byte[] NO_SEAL = new byte[Sha256.BYTES];

  private final EntryWire wire = new EntryWire();
  private final Sha256 sha = new Sha256();
  private final Map<String, Leaf> ends = new HashMap<>();
  private final boolean whole;

  /**
   * Reads entries.
   *
   * @param whole false: the ledger's beginning is not retained, so a lane may begin anywhere
   */
  EntryLeaves(boolean whole) {
    this.whole = whole;
  }

  @Override
  public void resume(Leaf leaf) {
    ends.put(leaf.lane(), leaf);
  }

  @Override
  public List<Leaf> next(byte[] record) {
    Entry entry = decode(record);
    Leaf before = ends.get(entry.lane());
    long number = before == null ? 1 : before.turn() + 1;
    if (entry.number() != number && (before != null || whole)) {
      throw new Rewritten(
          "lane %s has turn %d where turn %d is due"
              .formatted(entry.lane(), entry.number(), number));
    }
    if (before != null || entry.number() == 1) {
      byte[] seal = before == null ? NO_SEAL : before.digest();
      if (!Arrays.equals(seal(sha, seal, record), entry.seal())) {
        throw new Rewritten(
            "the seal of lane %s, turn %d, does not continue the turn before"
                .formatted(entry.lane(), entry.number()));
      }
    }
    Leaf leaf = leaf(entry);
    ends.put(entry.lane(), leaf);
    return List.of(leaf);
  }

  @Override
  public Leaf last(byte[] record) {
    return leaf(decode(record));
  }

  private Entry decode(byte[] record) {
    try {
      return wire.decode(record);
    } catch (EntryWire.BadEntry e) {
      throw new Rewritten("there is a record that is no ledger entry: " + e.getMessage());
    }
  }

  static Leaf leaf(Entry entry) {
    return new Leaf(entry.lane(), entry.number(), entry.seal());
  }

  /** The seal that an entry must have after this one. */
  static byte[] seal(Sha256 sha, byte[] before, byte[] record) {
    return sha.field(before).field(record, record.length - Sha256.BYTES).finish();
  }
}
