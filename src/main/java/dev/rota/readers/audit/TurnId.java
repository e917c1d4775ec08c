package dev.rota.readers.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.road.topics.TurnHeaders;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * The turn in a record's {@code rota.turn} header.
 *
 * @param number 0 if it is missing
 */
record TurnId(String lane, long number) {
  static TurnId of(ConsumerRecord<byte[], byte[]> record) {
    String[] parts = String.valueOf(header(record, TurnHeaders.TURN)).split("/", -1);
    boolean numbered = parts.length > 1 && parts[1].matches("\\d{1,18}");
    return new TurnId(parts[0], numbered ? Long.parseLong(parts[1]) : 0);
  }

  /** Returns a header as text, or null. */
  static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null || header.value() == null ? null : new String(header.value(), UTF_8);
  }
}
