package dev.rota.partitions;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Reads partitions in no group, and knows when it has reached the ends that they had at a moment.
 * It starts at their beginnings.
 */
public final class PartitionReader<V> implements AutoCloseable {
  private static final Duration CLOSE = Duration.ofSeconds(2);

  private final Consumer<byte[], V> consumer;
  private List<TopicPartition> partitions = List.of();
  private Map<TopicPartition, Long> ends = Map.of();

  /** Settings of a Kafka client; of a group, nothing is taken from them. */
  public PartitionReader(Map<String, Object> kafka, Deserializer<V> values) {
    consumer = new KafkaConsumer<>(groupless(kafka), new ByteArrayDeserializer(), values);
  }

  public static PartitionReader<byte[]> ofBytes(Map<String, Object> kafka) {
    return new PartitionReader<>(kafka, new ByteArrayDeserializer());
  }

  /** It reads what is committed, unless the settings say otherwise, and commits nothing itself. */
  public static Map<String, Object> groupless(Map<String, Object> kafka) {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.putIfAbsent("isolation.level", "read_committed");
    configs.putIfAbsent("auto.offset.reset", "earliest");
    configs.put("enable.auto.commit", false);
    configs.remove("group.id");
    configs.remove("group.instance.id");
    return configs;
  }

  /** All partitions of the topic, as its broker says. */
  public List<TopicPartition> partitionsOf(String topic) {
    return consumer.partitionsFor(topic).stream()
        .map(info -> new TopicPartition(info.topic(), info.partition()))
        .toList();
  }

  /** The first partitions of the topic. */
  public static List<TopicPartition> partitions(String topic, int count) {
    return IntStream.range(0, count).mapToObj(one -> new TopicPartition(topic, one)).toList();
  }

  /** Reads these from here on, bounded by what they hold now. */
  public PartitionReader<V> assign(List<TopicPartition> these) {
    partitions = List.copyOf(these);
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    ends = new HashMap<>(consumer.endOffsets(partitions));
    return this;
  }

  /** Skips what the partitions hold now. */
  public PartitionReader<V> skip(List<TopicPartition> these) {
    consumer.seekToEnd(these);
    these.forEach(consumer::position); // the end is where it is now, not at the first poll
    return this;
  }

  /** The partition's first offset that retention has left. */
  public long begin(TopicPartition partition) {
    return consumer.beginningOffsets(List.of(partition)).get(partition);
  }

  /** Where the partition ends now. */
  public long end(TopicPartition partition) {
    return consumer.endOffsets(List.of(partition)).get(partition);
  }

  /** The ends that bound the reading. */
  public Map<TopicPartition, Long> ends() {
    return ends;
  }

  /** Whether all that the partitions held when they were assigned has been read. */
  public boolean isAtEnds() {
    return partitions.stream().allMatch(one -> consumer.position(one) >= ends.get(one));
  }

  public ConsumerRecords<byte[], V> poll(Duration limit) {
    return consumer.poll(limit);
  }

  /** For what else a consumer can do: seek, pause, wake up. */
  public Consumer<byte[], V> consumer() {
    return consumer;
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(CLOSE));
  }
}
