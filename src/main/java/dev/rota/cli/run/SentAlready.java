package dev.rota.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.domain.Domain;
import dev.rota.domain.Input;
import dev.rota.domain.Traffic;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * How many of a lane's events lie on each topic: on kept data, a demonstration goes on where it was
 * stopped, since equal seeds make equal traffic.
 */
record SentAlready(Map<String, Long> counts) {
  private static final Duration POLL = Duration.ofMillis(500);

  static SentAlready of(Map<String, Object> kafka, Domain<?, ?, ?> domain, String lane) {
    byte[] key = lane.getBytes(UTF_8);
    Map<String, Long> counts = new HashMap<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(kafka, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      for (Input input : domain.wire().inputs()) {
        counts.put(input.topic(), count(consumer, input.topic(), key));
      }
    }
    return new SentAlready(counts);
  }

  private static long count(KafkaConsumer<byte[], byte[]> consumer, String topic, byte[] key) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream().map(SentAlready::partition).toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    long count = 0;
    while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        if (Arrays.equals(record.key(), key)) {
          count++;
        }
      }
    }
    return count;
  }

  private static TopicPartition partition(PartitionInfo info) {
    return new TopicPartition(info.topic(), info.partition());
  }

  /** The history without what was sent. */
  Iterator<Traffic.Event> rest(Iterator<Traffic.Event> history) {
    Map<String, Long> left = new HashMap<>(counts);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return history.hasNext();
      }

      @Override
      public Traffic.Event next() {
        Traffic.Event event = history.next();
        while (left.merge(event.topic(), -1L, Long::sum) >= 0) {
          event = history.next();
        }
        return event;
      }
    };
  }
}
