package dev.rota.notary;

import dev.rota.topics.PageHeaders;
import dev.rota.topics.WireFormat;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A record of a ledger.
 *
 * @param isPage false: an entry, as older ledgers have them
 * @param bytes in Avro binary
 */
public record LedgerRecord(boolean isPage, byte[] bytes) {
  private static final byte[] NOTHING = {};

  static LedgerRecord of(ConsumerRecord<byte[], byte[]> record) {
    byte[] payload = WireFormat.payload(record);
    return new LedgerRecord(
        PageHeaders.isPage(record.headers()), payload == null ? NOTHING : payload);
  }
}
