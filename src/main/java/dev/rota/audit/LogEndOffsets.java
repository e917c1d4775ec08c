package dev.rota.audit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Where partitions end for those who write them. A transaction becomes visible on one partition
 * after the other; what is written ends behind all that it can still show.
 */
final class LogEndOffsets implements AutoCloseable {
  private final KafkaConsumer<byte[], byte[]> consumer;

  LogEndOffsets(Map<String, Object> kafka) {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
    consumer =
        new KafkaConsumer<>(configs, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  long end(TopicPartition partition) {
    return consumer.endOffsets(List.of(partition)).get(partition);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
