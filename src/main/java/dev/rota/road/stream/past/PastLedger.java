package dev.rota.road.stream.past;

import dev.rota.kernel.domain.Domain;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** What a domain's ledger holds when a task starts. */
public interface PastLedger {
  /**
   * Returns the end of a partition, once no transaction is open on what its task writes.
   *
   * @throws TimeoutException if one stays open, or the ledger cannot be read
   */
  LedgerEnd end(int partition);

  /**
   * Passes the committed records of a partition behind a page, in order; perhaps some before them.
   *
   * @param page its number; 0: before the first
   */
  void readAfter(int partition, long page, Consumer<ConsumerRecord<byte[], byte[]>> to);

  /** Passes all retained records. */
  void readAll(int partition, Consumer<ConsumerRecord<byte[], byte[]>> to);

  /** Passes the committed records of a topic's partition from an offset on. */
  void readFrom(TopicPartition partition, long offset, Consumer<ConsumerRecord<byte[], byte[]>> to);

  /** Kept checkpoints that stand for the first records, if these are no longer retained. */
  RetainedCheckpoints kept(Domain domain, int partition);
}
