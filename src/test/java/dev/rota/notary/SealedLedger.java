package dev.rota.notary;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.domain.Output.Channel;
import dev.rota.ledger.Entry;
import dev.rota.ledger.EntryWire;
import dev.rota.table.Sha256;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes ledger records, each sealed over the one before it in its lane. */
final class SealedLedger {
  private final EntryWire wire = new EntryWire();
  private final Map<String, byte[]> seals = new HashMap<>();
  private final Map<String, Long> numbers = new HashMap<>();
  private final List<byte[]> records = new ArrayList<>();

  /** The turns of two lanes in turn. */
  static SealedLedger of(int turns) {
    SealedLedger ledger = new SealedLedger();
    for (int i = 0; i < turns; i++) {
      ledger.turn(i % 3 == 0 ? "kusama" : "polkadot", "decision " + i);
    }
    return ledger;
  }

  /** The one record that a turn publishes. */
  static List<Evidence.Published> outputs(String what) {
    return List.of(new Evidence.Published(Channel.OUTCOMES, "test 1", null, what.getBytes(UTF_8)));
  }

  /** Adds a turn that published this. */
  void turn(String lane, String what) {
    long number = numbers.merge(lane, 1L, Long::sum);
    byte[] digest = Evidence.digest(outputs(what));
    byte[] record =
        wire.encode(
            new Entry(
                lane,
                number,
                1_700_000_000_000L + number,
                Entry.Kind.TICK,
                null,
                null,
                null,
                null,
                1,
                digest,
                7,
                1,
                new byte[Sha256.BYTES]));
    byte[] before = seals.getOrDefault(lane, EntryLeaves.NO_SEAL);
    byte[] seal = EntryLeaves.seal(new Sha256(), before, record);
    System.arraycopy(seal, 0, record, record.length - seal.length, seal.length);
    seals.put(lane, seal);
    records.add(record);
  }

  List<byte[]> records() {
    return records;
  }

  /** As if transaction markers took every tenth offset. */
  static long offset(int record) {
    return (long) record + record / 9;
  }
}
