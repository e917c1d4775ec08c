package dev.rota.follow;

import dev.rota.ledger.Entry;
import dev.rota.ledger.EntryWire;
import dev.rota.ledger.PageWire;
import dev.rota.topics.PageHeaders;
import dev.rota.topics.WireFormat;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the turns in a ledger's records. It decides none. */
public final class Turns {
  private static final byte[] NOTHING = {};

  private final PageWire pages = new PageWire();
  private final EntryWire entries = new EntryWire();

  /** The turns of a record; none if it cannot be read, which a replay says. */
  public List<Entry> of(ConsumerRecord<byte[], byte[]> record) {
    try {
      return PageHeaders.isPage(record.headers())
          ? pages.decode(bytes(record)).turns()
          : List.of(entries.decode(bytes(record)).turn());
    } catch (PageWire.BadPage | EntryWire.BadEntry e) {
      return List.of();
    }
  }

  /** The record in Avro binary; empty if it has no framing, which a replay says. */
  public static byte[] bytes(ConsumerRecord<byte[], byte[]> record) {
    byte[] payload = WireFormat.payload(record.headers(), record.value());
    return payload == null ? NOTHING : payload;
  }
}
