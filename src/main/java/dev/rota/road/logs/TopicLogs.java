package dev.rota.road.logs;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** What an audit reads: the topics of a cluster, or records in memory. */
public interface TopicLogs extends AutoCloseable {
  /** The records of one partition, as a consumer sees them. */
  interface Log extends AutoCloseable {
    /** The first retained offset, when it was opened. */
    long begin();

    /** The present first retained offset. */
    default long retained() {
      return begin();
    }

    /** The end of committed records when it was opened, exclusive. */
    long end();

    /** The present end of committed records, exclusive. */
    default long committed() {
      return end();
    }

    /** The present end, behind all open transactions. */
    long written();

    /** The next offset to read. */
    long position();

    void seek(long offset);

    /**
     * Waits a moment for records.
     *
     * @throws org.apache.kafka.clients.consumer.OffsetOutOfRangeException if those at the position
     *     are deleted
     * @throws org.apache.kafka.common.KafkaException if those at the position are damaged, again at
     *     each call until another position is sought
     */
    List<ConsumerRecord<byte[], byte[]>> poll();

    @Override
    void close();
  }

  /** The domain's topics. */
  TopicLayout layout();

  /** The topic's present id; null: it is gone. */
  default String id(String topic) {
    TopicLayout.Topic known = layout().topics().get(topic);
    return known == null ? null : known.id();
  }

  /** Returns true if it does not grow: its end is the present, whatever a clock says. */
  default boolean isStill() {
    return false;
  }

  /** Opens a partition at its first record. One that does not exist is empty. */
  Log open(TopicPartition partition);

  /** The first retained offset of a partition. */
  default long begin(TopicPartition partition) {
    try (Log log = open(partition)) {
      return log.begin();
    }
  }

  /** The end of committed records of a partition, exclusive. */
  default long end(TopicPartition partition) {
    try (Log log = open(partition)) {
      return log.end();
    }
  }

  /** The offsets that the group has committed; empty if it has none. */
  Map<TopicPartition, Long> committed(String group);

  @Override
  void close();
}
