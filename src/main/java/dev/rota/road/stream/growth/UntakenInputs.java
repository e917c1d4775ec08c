package dev.rota.road.stream.growth;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.road.partitions.PartitionReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/** Counts inputs that no turn has taken. */
final class UntakenInputs {
  private static final Duration SILENCE_MAX = Duration.ofSeconds(20);

  private UntakenInputs() {}

  /**
   * The number of records that wait, by their topic's partition; those without any are left out.
   * What a producer has not committed yet waits as well.
   */
  static Map<String, Long> of(
      Domain domain, Map<String, Object> kafka, ReplayedPartition partition) {
    Map<String, Long> waiting = new TreeMap<>();
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka);
        PartitionReader<byte[]> uncommitted = PartitionReader.uncommitted(kafka)) {
      for (InputTopic input : domain.wire().inputs()) {
        TopicPartition one = new TopicPartition(input.topic(), partition.partition());
        long taken = partition.taken().getOrDefault(input.topic(), 0L);
        long written = uncommitted.assign(List.of(one)).end(one);
        long[] count = {Math.max(0, written - reader.assign(List.of(one)).end(one))};
        if (reader.end(one) > taken) {
          reader.from(one, Math.max(taken, reader.begin(one)));
          reader.readToEnds("the inputs " + one, SILENCE_MAX, _ -> count[0]++);
        }
        if (count[0] > 0) {
          waiting.put(one.toString(), count[0]);
        }
      }
    }
    return waiting;
  }
}
