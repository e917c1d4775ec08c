package dev.rota.road.stream.past;

import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * How far the last pages of a ledger say that inputs are taken. An input's offset is committed with
 * its page: a group that is behind is older than the ledger, and would decide these inputs twice.
 */
final class TakenInputs {
  private static final Duration LOOK_MAX = Duration.ofSeconds(20);

  /** A page, and the markers of some transactions. */
  private static final int LAST_RECORDS = 8;

  private TakenInputs() {}

  /** The offset behind the last one that is taken, of the inputs that these pages name. */
  static Map<TopicPartition, Long> of(Map<String, Object> kafka, String domain, int partitions) {
    Map<TopicPartition, Long> taken = new HashMap<>();
    List<TopicPartition> ledger =
        PartitionReader.partitions(RequiredTopics.ledger(domain), partitions);
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
      reader.assign(ledger);
      Map<TopicPartition, Long> begins = reader.consumer().beginningOffsets(ledger);
      reader
          .ends()
          .forEach(
              (one, end) ->
                  reader.consumer().seek(one, Math.max(begins.get(one), end - LAST_RECORDS)));
      reader.readToEnds("the ledger of " + domain, LOOK_MAX, record -> take(record, taken));
    }
    return taken;
  }

  /** Of a record that cannot be read, who opens the task tells. */
  private static void take(ConsumerRecord<byte[], byte[]> record, Map<TopicPartition, Long> taken) {
    for (TurnEntry turn : new TurnReader().of(record)) {
      if (turn.source() != null) {
        TopicPartition input = new TopicPartition(turn.source().topic(), turn.source().partition());
        taken.merge(input, turn.source().offset() + 1, Math::max);
      }
    }
  }
}
