package dev.rota.app.clients;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.base.settings.Settings;
import dev.rota.road.partitions.PartitionReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/** Reads partitions without a consumer group, from the start of a range. */
public final class RangeReader implements AutoCloseable {
  private final PartitionReader<byte[]> reader;
  private final Consumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions;

  private RangeReader(PartitionReader<byte[]> reader, List<TopicPartition> partitions) {
    this.reader = reader;
    this.consumer = reader.consumer();
    this.partitions = partitions;
  }

  /** Returns all partitions of these topics. Fails if a topic is missing. */
  public static List<TopicPartition> of(ClusterAdmin cluster, Collection<String> topics) {
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

  public static RangeReader open(
      Settings settings, List<TopicPartition> partitions, RecordRange range) {
    RangeReader opened = new RangeReader(PartitionReader.ofBytes(configs(settings)), partitions);
    opened.seek(range);
    return opened;
  }

  /** Configures a consumer without a group. */
  public static Map<String, Object> configs(Settings settings) {
    Map<String, Object> configs = new HashMap<>(ClusterAdmin.TIMEOUTS);
    configs.put("fetch.max.wait.ms", 100);
    configs.put("max.poll.records", 5_000);
    configs.putAll(settings.consumer());
    return PartitionReader.groupless(configs);
  }

  public Consumer<byte[], byte[]> consumer() {
    return consumer;
  }

  /** Reads to the current ends of the partitions, or to the end of the range. */
  public MergedReader merged(RecordRange range) {
    Map<TopicPartition, Long> ends = new HashMap<>(reader.ends());
    range
        .to()
        .filter(bound -> !bound.time())
        .ifPresent(bound -> ends.replaceAll((_, end) -> Math.min(end, bound.value())));
    return new MergedReader(consumer, ends, range);
  }

  private void seek(RecordRange range) {
    reader.assign(partitions);
    Map<TopicPartition, Long> starts = consumer.beginningOffsets(partitions);
    range.from().ifPresent(from -> move(from, starts, reader.ends()));
    starts.forEach(consumer::seek);
  }

  /** An offset beyond the end becomes the end. */
  private void move(
      RangeBound from, Map<TopicPartition, Long> starts, Map<TopicPartition, Long> ends) {
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
    reader.close();
  }
}
