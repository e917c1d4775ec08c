package dev.rota.ledger;

import java.util.List;

/**
 * A turn, taken.
 *
 * @param entryBytes the entry in Avro binary, seal included
 * @param published in order; a record's place is its index in the turn
 */
public record Decided(Entry entry, byte[] entryBytes, List<Published> published) {
  /** A record's identity, {@code lane/number/index}: the {@code rota.turn} header. */
  public String turn(int index) {
    return entry.lane() + "/" + entry.number() + "/" + index;
  }
}
