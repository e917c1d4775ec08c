package dev.rota.road.partitions;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Reads partitions from their start without a consumer group, and knows when it reaches the end
 * offsets of the time of the assignment.
 */
public final class PartitionReader<V> implements AutoCloseable {
  /** It has no group to leave: a fetch that still waits for records need not be waited for. */
  private static final Duration CLOSE = Duration.ofMillis(20);

  private static final Duration POLL = Duration.ofMillis(100);

  private final Consumer<byte[], V> consumer;
  private List<TopicPartition> partitions = List.of();
  private Map<TopicPartition, Long> ends = Map.of();

  /** Uses the settings of a Kafka client. Group settings are ignored. */
  public PartitionReader(Map<String, Object> kafka, Deserializer<V> values) {
    this(groupless(kafka), "read_committed", values);
  }

  private PartitionReader(Map<String, Object> configs, String isolation, Deserializer<V> values) {
    configs.put("isolation.level", isolation);
    consumer = new KafkaConsumer<>(configs, new ByteArrayDeserializer(), values);
  }

  /** Sees the ends as producers see them, behind all open transactions. */
  public static PartitionReader<byte[]> uncommitted(Map<String, Object> kafka) {
    return new PartitionReader<>(groupless(kafka), "read_uncommitted", new ByteArrayDeserializer());
  }

  public static PartitionReader<byte[]> ofBytes(Map<String, Object> kafka) {
    return new PartitionReader<>(kafka, new ByteArrayDeserializer());
  }

  /**
   * Waits until what was written to these partitions by now can be read: a commit is answered
   * before its markers are written.
   *
   * @throws TimeoutException if a transaction stays open for so long
   */
  public static void awaitVisible(
      Map<String, Object> kafka, List<TopicPartition> these, Duration max) {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    long deadline = System.nanoTime() + max.toNanos();
    try (var written = uncommitted(configs);
        var committed = ofBytes(configs)) {
      var ends = written.ends(these);
      committed.assign(these);
      while (these.stream().anyMatch(one -> committed.end(one) < ends.get(one))) {
        committed.poll(POLL);
        if (System.nanoTime() - deadline > 0) {
          throw new TimeoutException("what was written to " + these + " does not become visible");
        }
      }
    }
  }

  /** Configures a consumer that has no group and never commits offsets. */
  public static Map<String, Object> groupless(Map<String, Object> kafka) {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.putIfAbsent("auto.offset.reset", "earliest");
    configs.put("enable.auto.commit", false);
    configs.remove("group.id");
    configs.remove("group.instance.id");
    return configs;
  }

  /** All partitions of the topic. */
  public List<TopicPartition> partitionsOf(String topic) {
    return consumer.partitionsFor(topic).stream()
        .map(info -> new TopicPartition(info.topic(), info.partition()))
        .toList();
  }

  /** The partitions from 0 to {@code count - 1} of the topic. */
  public static List<TopicPartition> partitions(String topic, int count) {
    return IntStream.range(0, count).mapToObj(one -> new TopicPartition(topic, one)).toList();
  }

  /** Assigns these partitions, bounded by their current end offsets. */
  public PartitionReader<V> assign(List<TopicPartition> these) {
    partitions = List.copyOf(these);
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    ends = new HashMap<>(consumer.endOffsets(partitions));
    return this;
  }

  /**
   * Reads these partitions from so many offsets before their present ends, if that many are left.
   */
  public PartitionReader<V> assignLast(List<TopicPartition> these, long offsets) {
    assign(these);
    Map<TopicPartition, Long> begins = consumer.beginningOffsets(these);
    ends.forEach((one, end) -> consumer.seek(one, Math.max(begins.get(one), end - offsets)));
    return this;
  }

  /** Assigns this partition at this offset. The caller knows its end. */
  public PartitionReader<V> from(TopicPartition partition, long offset) {
    consumer.assign(List.of(partition));
    consumer.seek(partition, offset);
    return this;
  }

  /** Seeks to the current ends of these partitions. */
  public PartitionReader<V> skip(List<TopicPartition> these) {
    consumer.seekToEnd(these);
    these.forEach(consumer::position); // resolves the end now, not at the first poll
    return this;
  }

  /** The partition's first retained offset. */
  public long begin(TopicPartition partition) {
    return consumer.beginningOffsets(List.of(partition)).get(partition);
  }

  /** The partition's current end offset. */
  public long end(TopicPartition partition) {
    return consumer.endOffsets(List.of(partition)).get(partition);
  }

  /** The current end offsets of these partitions. */
  public Map<TopicPartition, Long> ends(List<TopicPartition> these) {
    return consumer.endOffsets(these);
  }

  /** The end offsets at the time of the assignment. */
  public Map<TopicPartition, Long> ends() {
    return ends;
  }

  /** Returns true if every partition is read up to {@link #ends}. */
  public boolean isAtEnds() {
    return partitions.stream().allMatch(one -> consumer.position(one) >= ends.get(one));
  }

  public ConsumerRecords<byte[], V> poll(Duration limit) {
    return consumer.poll(limit);
  }

  /**
   * Reads on to the ends.
   *
   * @param what is read, for the message
   * @throws TimeoutException if no record comes for so long
   */
  public void readToEnds(
      String what, Duration silenceMax, java.util.function.Consumer<ConsumerRecord<byte[], V>> to) {
    long deadline = System.nanoTime() + silenceMax.toNanos();
    while (!isAtEnds()) {
      for (ConsumerRecord<byte[], V> record : poll(POLL)) {
        to.accept(record);
        deadline = System.nanoTime() + silenceMax.toNanos();
      }
      if (System.nanoTime() - deadline > 0) {
        throw new TimeoutException(what + " cannot be read");
      }
    }
  }

  /** The consumer, to seek, pause or wake up. */
  public Consumer<byte[], V> consumer() {
    return consumer;
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(CLOSE));
  }
}
