package dev.rota.end;

import dev.rota.road.topics.PageHeaders;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.LedgerRecords;
import dev.rota.testing.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Counts a topic's committed records, or a ledger's turns, as they come. */
final class Committed implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions;
  private final ToLongFunction<ConsumerRecord<byte[], byte[]>> counted;
  private final Map<Integer, Long> counts = new TreeMap<>();

  Committed(String bootstrap, String topic) {
    this(bootstrap, topic, record -> PageHeaders.turns(record.headers()));
  }

  Committed(
      String bootstrap, String topic, ToLongFunction<ConsumerRecord<byte[], byte[]>> counted) {
    this.counted = counted;
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrap,
                "isolation.level",
                "read_committed",
                "default.api.timeout.ms",
                (int) Patience.MAX.toMillis(),
                "max.poll.records",
                5_000),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .sorted(Comparator.comparingInt(TopicPartition::partition))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** Counts a ledger's turns that took an input: a tick has no source. */
  static Committed inputs(String bootstrap, String domain) {
    return new Committed(
        bootstrap,
        RequiredTopics.ledger(domain),
        page -> LedgerRecords.turns(page).stream().filter(turn -> turn.source() != null).count());
  }

  /** Every record of the topic up to its present end, partition by partition. */
  static List<ConsumerRecord<byte[], byte[]>> records(String bootstrap, String topic) {
    try (Committed committed = new Committed(bootstrap, topic)) {
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      committed.read(records);
      records.sort(
          Comparator.comparingInt((ConsumerRecord<byte[], byte[]> one) -> one.partition())
              .thenComparingLong(ConsumerRecord::offset));
      return records;
    }
  }

  /** How many there are by now. */
  long count() {
    return counts().values().stream().mapToLong(Long::longValue).sum();
  }

  /** How many there are by now, partition by partition. */
  Map<Integer, Long> counts() {
    List<ConsumerRecord<byte[], byte[]>> fresh = new ArrayList<>();
    read(fresh);
    fresh.forEach(one -> counts.merge(one.partition(), counted.applyAsLong(one), Long::sum));
    return Map.copyOf(counts);
  }

  private void read(List<ConsumerRecord<byte[], byte[]>> into) {
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.get(one))) {
      consumer.poll(POLL).forEach(into::add);
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
