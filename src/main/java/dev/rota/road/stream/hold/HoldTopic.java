package dev.rota.road.stream.hold;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.PageHeaders;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.TopicRole;
import dev.rota.road.topics.rights.UngrantedRights;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The topic that says which partitions of a domain are held. A record of a partition holds it, and
 * its tombstone releases it. It is compacted, so the last word about each partition stays.
 */
public final class HoldTopic {
  private static final byte[] HELD = "held".getBytes(UTF_8);
  private static final Duration READ_MAX = Duration.ofSeconds(20);
  private static final int ANSWER_MILLIS = 10_000;

  private final Map<String, Object> kafka;
  private final String topic;

  /**
   * Names the topic of a domain.
   *
   * @param kafka settings of every client
   */
  public HoldTopic(Map<String, Object> kafka, String domain) {
    this.kafka = kafka;
    this.topic = RequiredTopics.holds(domain);
  }

  /** Says which right is missing. */
  UngrantedRights unreadable(AuthorizationException e) {
    return new UngrantedRights(TopicRole.ENGINE, List.of(AccessRight.toRead(topic)), kafka, e);
  }

  /** The partitions that are held, and since when; empty if there is no topic. */
  public SortedMap<Integer, Instant> held() {
    SortedMap<Integer, Instant> held = new TreeMap<>();
    try (PartitionReader<byte[]> reader = reader()) {
      if (isOpen(reader)) {
        readToEnd(reader, held);
      }
    }
    return held;
  }

  /**
   * Holds these partitions, all or none.
   *
   * @param group of the domain's tasks, whose transactional ids begin with its name
   */
  public void hold(Collection<Integer> partitions, String group) {
    write(partitions, HELD, group);
  }

  /** Releases these partitions, likewise. */
  public void release(Collection<Integer> partitions, String group) {
    write(partitions, null, group);
  }

  /** A reader that does not make the topic by asking for it. */
  PartitionReader<byte[]> reader() {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    return PartitionReader.ofBytes(configs);
  }

  /** Begins to read the topic. Returns false if there is none. */
  boolean isOpen(PartitionReader<byte[]> reader) {
    var partitions = reader.partitionsOf(topic);
    reader.assign(partitions);
    return !partitions.isEmpty();
  }

  /** Reads what the topic held when it was opened. */
  void readToEnd(PartitionReader<byte[]> reader, SortedMap<Integer, Instant> held) {
    reader.readToEnds("the topic " + topic, READ_MAX, record -> take(record, held));
  }

  /** Takes a record, which lies on the partition that it is about. */
  static void take(ConsumerRecord<byte[], byte[]> record, Map<Integer, Instant> held) {
    if (record.value() == null) {
      held.remove(record.partition());
    } else {
      held.put(record.partition(), Instant.ofEpochMilli(record.timestamp()));
    }
  }

  private void write(Collection<Integer> partitions, byte[] value, String group) {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put(ProducerConfig.ACKS_CONFIG, "all");
    configs.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, ANSWER_MILLIS);
    configs.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, group + "-holds");
    // Whoever is killed here must not keep the readers waiting.
    configs.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, ANSWER_MILLIS);
    try (var producer =
        new KafkaProducer<>(configs, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      for (int one : partitions) {
        // What could not be sent, the commit throws.
        var _ = producer.send(new ProducerRecord<>(topic, one, PageHeaders.key(one), value));
      }
      producer.commitTransaction();
    }
    var these = partitions.stream().map(one -> new TopicPartition(topic, one)).toList();
    PartitionReader.awaitVisible(kafka, these, READ_MAX);
  }
}
