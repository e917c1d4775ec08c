package dev.rota.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.domain.Domain;
import dev.rota.domain.Input;
import dev.rota.domain.Traffic;
import dev.rota.partitions.PartitionReader;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The number of a lane's events on each topic. With kept data, a demo continues where it stopped,
 * because equal seeds make equal traffic.
 */
record SentAlready(Map<String, Long> counts) {
  private static final Duration POLL = Duration.ofMillis(500);

  static SentAlready of(Map<String, Object> kafka, Domain<?, ?, ?> domain, String lane) {
    byte[] key = lane.getBytes(UTF_8);
    Map<String, Long> counts = new HashMap<>();
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
      for (Input input : domain.wire().inputs()) {
        counts.put(input.topic(), count(reader, input.topic(), key));
      }
    }
    return new SentAlready(counts);
  }

  private static long count(PartitionReader<byte[]> reader, String topic, byte[] key) {
    reader.assign(reader.partitionsOf(topic));
    long count = 0;
    while (!reader.isAtEnds()) {
      for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
        if (Arrays.equals(record.key(), key)) {
          count++;
        }
      }
    }
    return count;
  }

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
