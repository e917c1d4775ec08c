package dev.rota.lab.verbs.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.road.topics.TurnHeaders;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** The inputs that were sent to a lane, and their outcomes. */
abstract class OutcomeAccount implements LiveLane.Account {
  static final double SECOND_NANOS = 1e9;

  /**
   * Takes an outcome of the lane.
   *
   * @param source {@code topic/partition/offset} of the input; empty: none
   * @return true if it settles a sent input
   */
  abstract boolean hear(String source, IndexedRecord outcome);

  abstract long settled();

  /**
   * Returns the report.
   *
   * @param unreadable invalid lines of the file
   */
  abstract ImportReport report(long unreadable);

  @Override
  public final boolean hear(ConsumerRecord<byte[], byte[]> record, Object value) {
    Header source = record.headers().lastHeader(TurnHeaders.SOURCE);
    return value instanceof IndexedRecord outcome
        && hear(source == null ? "" : new String(source.value(), UTF_8), outcome);
  }
}
