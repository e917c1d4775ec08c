package dev.rota.road.backup;

import dev.rota.road.backup.BackupFault.Reason;
import dev.rota.road.partitions.PartitionReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Ends of partitions before which every transaction has ended. */
final class SettledEnds {
  private static final long LOOK_MILLIS = 20;

  private SettledEnds() {}

  /**
   * The ends of now, once what lies before them is committed or aborted.
   *
   * @param longest for which a transaction may be open
   */
  static Map<TopicPartition, Long> of(
      Map<String, Object> kafka, List<TopicPartition> partitions, Duration longest) {
    try (PartitionReader<byte[]> written = PartitionReader.uncommitted(kafka);
        PartitionReader<byte[]> committed = PartitionReader.ofBytes(kafka)) {
      Map<TopicPartition, Long> ends = written.ends(partitions);
      long deadline = System.nanoTime() + longest.toNanos();
      while (true) {
        Map<TopicPartition, Long> stable = committed.ends(partitions);
        List<TopicPartition> open =
            partitions.stream().filter(one -> stable.get(one) < ends.get(one)).toList();
        if (open.isEmpty()) {
          return ends;
        }
        if (System.nanoTime() - deadline > 0) {
          throw open(open, stable, longest);
        }
        pause();
      }
    }
  }

  private static BackupFault open(
      List<TopicPartition> open, Map<TopicPartition, Long> stable, Duration longest) {
    String where =
        open.stream()
            .map(one -> one + " since offset " + stable.get(one))
            .collect(Collectors.joining(", "));
    return new BackupFault(
        Reason.AGAIN,
        "a transaction is open for more than %d s on %s".formatted(longest.toSeconds(), where),
        "run it again: it continues where it stopped. If the transaction never ends, see 'A"
            + " transaction that does not end' in docs/incidents.md");
  }

  static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }
}
