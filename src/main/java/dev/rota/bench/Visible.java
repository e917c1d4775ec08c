package dev.rota.bench;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What a read_committed consumer sees of a topic, and when. */
final class Visible implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final KafkaConsumer<byte[], byte[]> consumer;

  Visible(Map<String, Object> kafka, String topic, int partitions) {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    configs.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 10_000);
    consumer =
        new KafkaConsumer<>(configs, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    List<TopicPartition> all =
        java.util.stream.IntStream.range(0, partitions)
            .mapToObj(number -> new TopicPartition(topic, number))
            .toList();
    consumer.assign(all);
    consumer.seekToEnd(all);
    all.forEach(consumer::position);
  }

  /**
   * Records per second from the first that became visible to the last: starting and joining the
   * group are not in it.
   */
  double await(long count, LongConsumer progress) {
    long seen = 0;
    long first = 0;
    long firstNanos = 0;
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (seen < count) {
      int more = consumer.poll(POLL).count();
      if (more > 0 && seen == 0) {
        first = more;
        firstNanos = System.nanoTime();
      }
      seen += more;
      progress.accept(seen);
      if (System.nanoTime() > deadline) {
        throw new TimeoutException("only " + seen + " of " + count + " records became visible");
      }
    }
    return (seen - first) * 1e9 / (System.nanoTime() - firstNanos);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
