package dev.rota.road.stream.time;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes records of a time topic. The clock learns from each which time its broker shows. */
final class TimeRecords implements AutoCloseable {
  private static final int SEND_MAX_MILLIS = 5_000;

  private final String topic;
  private final ClusterClock clock;
  private final KafkaProducer<byte[], byte[]> producer;

  TimeRecords(String topic, Map<String, Object> kafka, ClusterClock clock) {
    this.topic = topic;
    this.clock = clock;
    this.producer =
        new KafkaProducer<>(configs(kafka), new ByteArraySerializer(), new ByteArraySerializer());
  }

  private static Map<String, Object> configs(Map<String, Object> kafka) {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put(ProducerConfig.ACKS_CONFIG, "all");
    configs.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    configs.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    configs.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, SEND_MAX_MILLIS);
    configs.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, SEND_MAX_MILLIS);
    configs.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, SEND_MAX_MILLIS);
    configs.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    return configs;
  }

  /** Asks every broker that leads a partition of the time topic for its time. */
  List<CompletableFuture<RecordMetadata>> askBrokers() {
    Map<Integer, Integer> partitions = new HashMap<>();
    for (PartitionInfo info : producer.partitionsFor(topic)) {
      Node leader = info.leader();
      if (leader != null) {
        partitions.putIfAbsent(leader.id(), info.partition());
      }
    }
    return partitions.values().stream().map(partition -> send(partition, null)).toList();
  }

  /** Sends a record, and learns from its append time what the broker's clock shows. */
  CompletableFuture<RecordMetadata> send(int partition, byte[] value) {
    CompletableFuture<RecordMetadata> sent = new CompletableFuture<>();
    int broker = leader(partition);
    long sentNanos = System.nanoTime();
    var _ =
        producer.send(
            new ProducerRecord<>(topic, partition, null, value),
            (metadata, fault) -> {
              if (fault == null) {
                clock.heard(broker, metadata.timestamp(), sentNanos, System.nanoTime());
                sent.complete(metadata);
              } else {
                sent.completeExceptionally(fault);
              }
            });
    return sent;
  }

  private int leader(int partition) {
    return producer.partitionsFor(topic).stream()
        .filter(info -> info.partition() == partition && info.leader() != null)
        .mapToInt(info -> info.leader().id())
        .findAny()
        .orElse(Node.noNode().id());
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
  }
}
