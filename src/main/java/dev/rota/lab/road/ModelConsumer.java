package dev.rota.lab.road;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * The consumer of an engine's thread. Kafka's own mock keeps what is assigned and paused; the
 * records and offsets are those of the model's cluster.
 */
final class ModelConsumer extends MockConsumer<byte[], byte[]> {
  /** So many records of each partition at once. */
  static final int POLLED = 8;

  private final RoadModel road;
  private final Runnable rebalance;

  /**
   * A consumer that is assigned nothing.
   *
   * @param rebalance assigns what is new, amidst a poll as listeners of a group are called
   */
  ModelConsumer(RoadModel road, Runnable rebalance) {
    super("none");
    this.road = road;
    this.rebalance = rebalance;
  }

  @Override
  public synchronized ConsumerRecords<byte[], byte[]> poll(Duration limit) {
    rebalance.run();
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> found = new HashMap<>();
    Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
    Set<TopicPartition> fetched = new HashSet<>(assignment());
    fetched.removeAll(paused());
    for (TopicPartition input : fetched) {
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      var record = road.cluster().log(input).next(position(input));
      while (record != null && records.size() < POLLED) {
        records.add(record);
        seek(input, record.offset() + 1);
        record = road.cluster().log(input).next(position(input));
      }
      if (!records.isEmpty()) {
        found.put(input, records);
        next.put(input, new OffsetAndMetadata(position(input)));
      }
    }
    return new ConsumerRecords<>(found, next);
  }

  @Override
  public synchronized Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> inputs) {
    if (inputs.stream().anyMatch(road.cluster()::isUnstable)) {
      throw new TimeoutException("offsets are unstable");
    }
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    inputs.forEach(
        one ->
            offsets.put(
                one, new OffsetAndMetadata(road.group().committed().getOrDefault(one, 0L))));
    return offsets;
  }
}
