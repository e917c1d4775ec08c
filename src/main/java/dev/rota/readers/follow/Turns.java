package dev.rota.readers.follow;

import dev.rota.kernel.ledger.Entry;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.road.topics.WireFormat;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the turns in a ledger's records. It decides none. */
public final class Turns {
  private static final byte[] NOTHING = {};

  private final PageWire pages = new PageWire();

  /** The turns of a record; none if it cannot be read, which a replay says. */
  public List<Entry> of(ConsumerRecord<byte[], byte[]> record) {
    try {
      return pages.decode(bytes(record)).turns();
    } catch (PageWire.BadPage e) {
      return List.of();
    }
  }

  /** The record in Avro binary; empty if it has no framing, which a replay says. */
  public static byte[] bytes(ConsumerRecord<byte[], byte[]> record) {
    byte[] payload = WireFormat.payload(record.headers(), record.value());
    return payload == null ? NOTHING : payload;
  }
}
