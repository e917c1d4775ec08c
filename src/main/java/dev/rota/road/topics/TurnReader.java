package dev.rota.road.topics;

import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.TurnEntry;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the turns in a ledger's records. It decides none. */
public final class TurnReader {
  private static final byte[] NOTHING = {};

  private final PageWire pages = new PageWire();
  private final Function<ConsumerRecord<byte[], byte[]>, byte[]> value;

  public TurnReader() {
    this(TurnReader::bytes);
  }

  /** Takes this for the bytes of a record's page. */
  public TurnReader(Function<ConsumerRecord<byte[], byte[]>, byte[]> value) {
    this.value = value;
  }

  /** The turns of a record; none if it cannot be read, which a replay says. */
  public List<TurnEntry> of(ConsumerRecord<byte[], byte[]> record) {
    try {
      return pages.decode(value.apply(record)).turns();
    } catch (PageWire.BadPage _) {
      return List.of();
    }
  }

  /** The record in Avro binary; empty if it has no framing, which a replay says. */
  public static byte[] bytes(ConsumerRecord<byte[], byte[]> record) {
    byte[] payload = WireFormat.payload(record);
    return payload == null ? NOTHING : payload;
  }
}
