package dev.rota.testing;

import dev.rota.ledger.Decided;
import dev.rota.ledger.EntryWire;
import dev.rota.ledger.PageWire;
import java.util.HashMap;
import java.util.Map;

/** Writes turns as ledgers without pages have them: each an entry that is sealed for its lane. */
public final class EntrySeals {
  private final EntryWire entries = new EntryWire();
  private final Map<String, byte[]> seals = new HashMap<>();

  /** The seal of the lane's last entry. */
  public byte[] seal(String lane) {
    return seals.getOrDefault(lane, EntryWire.noSeal());
  }

  /** The entry of the lane's next turn, in Avro binary. */
  public byte[] entry(Decided decided) {
    String lane = decided.entry().lane();
    byte[] before = seal(lane);
    byte[] entry = entries.seal(decided.entry(), decided.stateDigest(), before);
    seals.put(lane, PageWire.seal(entry));
    return entry;
  }
}
