package dev.rota.cli.imports;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.topics.TurnHeaders;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** What was sent to a lane, and what its outcomes tell of it. */
abstract class OutcomeAccount implements LiveLane.Account {
  static final double SECOND_NANOS = 1e9;

  /**
   * Takes notice of an outcome of the lane.
   *
   * @param source {@code topic/partition/offset} of the input, empty of none
   * @return whether it settles any of what was sent
   */
  abstract boolean hear(String source, IndexedRecord outcome);

  /** How much is settled, for people. */
  abstract long settled();

  /**
   * What came of it.
   *
   * @param unreadable lines of the file that are no record
   */
  abstract ImportReport report(long unreadable);

  @Override
  public final boolean hear(ConsumerRecord<byte[], byte[]> record, Object value) {
    Header source = record.headers().lastHeader(TurnHeaders.SOURCE);
    return value instanceof IndexedRecord outcome
        && hear(source == null ? "" : new String(source.value(), UTF_8), outcome);
  }
}
