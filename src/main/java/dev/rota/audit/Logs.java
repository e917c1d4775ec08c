package dev.rota.audit;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** What an audit reads: the topics of a cluster, or records in memory. */
interface Logs extends AutoCloseable {
  /** The domain's topics. */
  Layout layout();

  /** Opens a partition at its first record. One that does not exist is empty. */
  Log open(TopicPartition partition);

  /** The offsets that the group has committed; empty if it has none. */
  Map<TopicPartition, Long> committed(String group);

  @Override
  void close();
}
