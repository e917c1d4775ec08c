package dev.rota.readers.follow;

import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.table.Sha256;
import dev.rota.road.logs.OffsetRange;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.logs.TopicLogs;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;

/**
 * What an input's topic has today at the input's place.
 *
 * @param isSame true: the record whose digest the ledger has
 * @param isSettled true: it will not be otherwise later
 * @param told a sentence without its full stop
 */
public record RetainedInput(boolean isSame, boolean isSettled, String told) {
  /** Who waits has one of the server's few threads. */
  private static final int SILENT_POLLS_MAX = 6;

  /** Reads the one record. */
  static RetainedInput of(TopicLogs logs, InputPosition source) {
    TopicPartition one = new TopicPartition(source.topic(), source.partition());
    if (source.partition() >= logs.layout().partitions(source.topic())) {
      return no("the input topic is not among what is read here; this is what the ledger has");
    }
    OffsetRange range = new OffsetRange(source.offset(), source.offset() + 1);
    try (PeekingReader reader =
        new PeekingReader(logs.open(one), one, SILENT_POLLS_MAX, range).pastDeleted()) {
      if (reader.begin() > source.offset()) {
        return no("the input topic has deleted it by retention; this is what the ledger has");
      }
      ConsumerRecord<byte[], byte[]> record = reader.peek();
      if (record == null) {
        return reader.gaps() == 0 && reader.stuckAt() < 0
            ? no("the input topic has no such record any more; this is what the ledger has")
            : unknown("the input topic could not be read now; this is what the ledger has");
      }
      byte[] digest = new Sha256().field(record.key()).field(record.value()).finish();
      return source.isOf(digest)
          ? new RetainedInput(true, false, "the input topic has the same record")
          : no("the input topic has another record there; this is what the ledger has");
    } catch (AuthorizationException _) {
      return unknown(
          "this client lacks Read on %s, which 'rota topics acls --role follower' has; this is what the ledger has"
              .formatted(source.topic()));
    }
  }

  private static RetainedInput no(String told) {
    return new RetainedInput(false, true, told);
  }

  private static RetainedInput unknown(String told) {
    return new RetainedInput(false, false, told);
  }
}
