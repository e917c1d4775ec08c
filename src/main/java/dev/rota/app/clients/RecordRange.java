package dev.rota.app.clients;

import dev.rota.app.console.ByteFormatter;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A range of records.
 *
 * @param from inclusive
 * @param to exclusive
 * @param key only records with this key
 */
public record RecordRange(
    Optional<RangeBound> from, Optional<RangeBound> to, Optional<String> key) {
  /** Returns true if {@code from} is after {@code to}. */
  public boolean isBackwards() {
    return from.isPresent()
        && to.isPresent()
        && from.get().time() == to.get().time()
        && from.get().value() > to.get().value();
  }

  public boolean has(ConsumerRecord<byte[], byte[]> record) {
    return from.filter(bound -> of(record, bound) < bound.value()).isEmpty()
        && to.filter(bound -> of(record, bound) >= bound.value()).isEmpty()
        && key.filter(wanted -> !wanted.equals(ByteFormatter.text(record.key()))).isEmpty();
  }

  private static long of(ConsumerRecord<byte[], byte[]> record, RangeBound bound) {
    return bound.time() ? record.timestamp() : record.offset();
  }
}
