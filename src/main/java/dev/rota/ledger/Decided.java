package dev.rota.ledger;

import dev.rota.domain.Output;
import java.util.List;

/**
 * A turn, taken.
 *
 * @param entryBytes the entry in Avro binary, seal included
 * @param published in order; a record's place is its index in the turn
 * @param faults over which the rules failed: the input, or deadlines
 */
public record Decided(Entry entry, byte[] entryBytes, List<Output> published, List<Fault> faults) {
  /** A record's identity, {@code lane/number/index}: the {@code rota.turn} header. */
  public String turn(int index) {
    return entry.lane() + "/" + entry.number() + "/" + index;
  }

  /** What the rules threw where this record is their dead letter, or null. */
  public RuntimeException fault(int index) {
    return faults.stream()
        .filter(fault -> fault.index() == index)
        .map(Fault::cause)
        .findFirst()
        .orElse(null);
  }
}
