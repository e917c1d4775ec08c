package dev.rota.cli.clients;

import dev.rota.cli.cluster.Cluster;
import dev.rota.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Partitions that are read without a group, from where a range begins. */
public final class Partitions implements AutoCloseable {
  private final Consumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions;

  private Partitions(Consumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
    this.consumer = consumer;
    this.partitions = partitions;
  }

  /** All partitions of these topics; fails when one is missing. */
  public static List<TopicPartition> of(Cluster cluster, Collection<String> topics) {
    Map<String, TopicDescription> known = cluster.describe(topics);
    List<TopicPartition> partitions = new ArrayList<>();
    for (String topic : topics) {
      if (!known.containsKey(topic)) {
        throw cluster.missing(topic);
      }
      known.get(topic).partitions().stream()
          .map(info -> new TopicPartition(topic, info.partition()))
          .forEach(partitions::add);
    }
    return partitions;
  }

  public static Partitions open(Settings settings, List<TopicPartition> partitions, Range range) {
    Partitions opened = new Partitions(new KafkaConsumer<>(configs(settings)), partitions);
    opened.seek(range);
    return opened;
  }

  /** Of a consumer that reads what is asked, in no group. */
  public static Map<String, Object> configs(Settings settings) {
    Map<String, Object> configs = new HashMap<>(Cluster.TIMEOUTS);
    configs.put("auto.offset.reset", "earliest");
    configs.put("fetch.max.wait.ms", 100);
    configs.put("max.poll.records", 5_000);
    configs.putAll(settings.consumer());
    configs.put("enable.auto.commit", false);
    configs.remove("group.id");
    configs.remove("group.instance.id");
    configs.put("key.deserializer", ByteArrayDeserializer.class);
    configs.put("value.deserializer", ByteArrayDeserializer.class);
    return configs;
  }

  public Consumer<byte[], byte[]> consumer() {
    return consumer;
  }

  /** Up to where the partitions end now, or the range does. */
  public MergedReader stretch(Range range) {
    Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions));
    range
        .to()
        .filter(bound -> !bound.time())
        .ifPresent(bound -> ends.replaceAll((p, end) -> Math.min(end, bound.value())));
    return new MergedReader(consumer, ends, range);
  }

  private void seek(Range range) {
    consumer.assign(partitions);
    Map<TopicPartition, Long> starts = consumer.beginningOffsets(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    range.from().ifPresent(from -> move(from, starts, ends));
    starts.forEach(consumer::seek);
  }

  /** An offset beyond the end is the end: nothing is there yet. */
  private void move(Bound from, Map<TopicPartition, Long> starts, Map<TopicPartition, Long> ends) {
    if (!from.time()) {
      starts.replaceAll((p, start) -> Math.max(start, Math.min(ends.get(p), from.value())));
      return;
    }
    Map<TopicPartition, Long> times = new HashMap<>();
    partitions.forEach(partition -> times.put(partition, from.value()));
    Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(times);
    starts.replaceAll(
        (p, start) -> found.get(p) == null ? ends.get(p) : Math.max(start, found.get(p).offset()));
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ofSeconds(2)));
  }
}
