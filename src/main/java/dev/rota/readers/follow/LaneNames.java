package dev.rota.readers.follow;

import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.logs.OffsetRange;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TurnReader;
import java.util.Collection;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;

/** Which lanes a ledger has: those of its last records, for who has mistaken a name. */
public final class LaneNames {
  private static final int SILENT_POLLS_MAX = 10;
  private static final int PARTITIONS_MAX = 64;
  private static final int RECORDS = 20;

  private LaneNames() {}

  /** Reads the ends of some partitions, and decides nothing. Sorted. */
  public static Collection<String> of(TopicLogs logs, String domain) {
    String ledger = RequiredTopics.ledger(domain);
    TreeSet<String> names = new TreeSet<>();
    int partitions = Math.min(PARTITIONS_MAX, logs.layout().partitions(ledger));
    for (int i = 0; i < partitions; i++) {
      TopicPartition one = new TopicPartition(ledger, i);
      TurnReader turns = new TurnReader();
      long from = Math.max(0, logs.end(one) - RECORDS);
      try (PeekingReader reader =
          new PeekingReader(
              logs.open(one), one, SILENT_POLLS_MAX, new OffsetRange(from, Long.MAX_VALUE))) {
        reader.forEach(
            record ->
                turns.of(record).stream()
                    .map(TurnEntry::lane)
                    .filter(lane -> !lane.startsWith("~"))
                    .forEach(names::add));
      }
    }
    return names;
  }
}
