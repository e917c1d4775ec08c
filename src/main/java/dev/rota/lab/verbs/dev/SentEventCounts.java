package dev.rota.lab.verbs.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Domain;
import dev.rota.lab.traffic.Traffic;
import dev.rota.road.partitions.PartitionReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The number of a lane's events on each topic. With kept data, a demo continues where it stopped,
 * because equal seeds make equal traffic.
 */
record SentEventCounts(Map<String, Long> counts) {
  private static final Duration POLL = Duration.ofMillis(500);

  /** By lane. Each input is read once, whatever the number of lanes. */
  static Map<String, SentEventCounts> of(
      PartitionReader<byte[]> reader, Domain domain, List<String> lanes, int partitions) {
    Map<String, SentEventCounts> all = new HashMap<>();
    lanes.forEach(lane -> all.put(lane, new SentEventCounts(new HashMap<>())));
    reader.assign(
        domain.wire().inputs().stream()
            .flatMap(input -> PartitionReader.partitions(input.topic(), partitions).stream())
            .toList());
    while (!reader.isAtEnds()) {
      for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
        SentEventCounts lane =
            record.key() == null ? null : all.get(new String(record.key(), UTF_8));
        if (lane != null) {
          lane.counts.merge(record.topic(), 1L, Long::sum);
        }
      }
    }
    return all;
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
