package dev.rota.audit;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The records of one partition, as a consumer sees them. */
interface Log extends AutoCloseable {
  /** The first retained offset, when it was opened. */
  long begin();

  /** The end of committed records when it was opened, exclusive. */
  long end();

  /** The present end, behind all open transactions. */
  long written();

  /** The next offset to read. */
  long position();

  void seek(long offset);

  /**
   * Waits a moment for records.
   *
   * @throws org.apache.kafka.common.KafkaException if those at the position are damaged, again at
   *     each call until another position is sought
   */
  List<ConsumerRecord<byte[], byte[]>> poll();

  @Override
  void close();
}
