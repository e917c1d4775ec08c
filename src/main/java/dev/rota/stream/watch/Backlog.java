package dev.rota.stream.watch;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds partitions whose inputs wait while nothing is committed. A long backlog that shrinks is no
 * trouble. Thread-safe.
 */
final class Backlog {
  private final Duration patience;
  private final LongSupplier nanos;
  private final Map<Integer, Standstill> standing = new TreeMap<>();
  private long seenNanos;

  /**
   * A partition with inputs that wait.
   *
   * @param committed offsets of its inputs
   * @param waiting number of inputs, counted in offsets
   */
  private record Standstill(Map<TopicPartition, Long> committed, long waiting, long sinceNanos) {}

  /**
   * Starts without a backlog.
   *
   * @param patience how long a partition may commit nothing; longer than any turn
   * @param nanos a monotonic clock
   */
  Backlog(Duration patience, LongSupplier nanos) {
    this.patience = patience;
    this.nanos = nanos;
    this.seenNanos = nanos.getAsLong();
  }

  /**
   * Takes what the cluster says now.
   *
   * @param committed the group's offsets; where there is none, the log's start
   * @param ends of the inputs, committed records only
   */
  synchronized void see(
      Set<Integer> owned, Map<TopicPartition, Long> committed, Map<TopicPartition, Long> ends) {
    seenNanos = nanos.getAsLong();
    standing.keySet().retainAll(owned);
    for (int partition : owned) {
      Map<TopicPartition, Long> inputs = new HashMap<>();
      long waiting = 0;
      for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
        if (end.getKey().partition() == partition) {
          long offset = committed.getOrDefault(end.getKey(), 0L);
          inputs.put(end.getKey(), offset);
          waiting += Math.max(0, end.getValue() - offset);
        }
      }
      Standstill before = standing.get(partition);
      boolean same = before != null && before.committed().equals(inputs);
      if (waiting == 0) {
        standing.remove(partition);
      } else {
        standing.put(
            partition, new Standstill(inputs, waiting, same ? before.sinceNanos() : seenNanos));
      }
    }
  }

  /** The inputs that wait, by partition, as the cluster said last. */
  synchronized SortedMap<Integer, Long> waiting() {
    SortedMap<Integer, Long> waiting = new TreeMap<>();
    standing.forEach((partition, one) -> waiting.put(partition, one.waiting()));
    return waiting;
  }

  /** Names the partition that has waited longest, if one has waited too long. */
  synchronized Optional<String> trouble() {
    long now = nanos.getAsLong();
    if (now - seenNanos > patience.toNanos()) {
      return Optional.of("Kafka has not answered for " + seconds(now - seenNanos));
    }
    return standing.entrySet().stream()
        .filter(one -> now - one.getValue().sinceNanos() > patience.toNanos())
        .min(Map.Entry.comparingByValue((a, b) -> Long.compare(a.sinceNanos(), b.sinceNanos())))
        .map(
            one ->
                "partition %d: %d inputs wait, and nothing was committed for %s"
                    .formatted(
                        one.getKey(),
                        one.getValue().waiting(),
                        seconds(now - one.getValue().sinceNanos())));
  }

  private static String seconds(long nanos) {
    return Duration.ofNanos(nanos).toSeconds() + " s";
  }

  /** Inputs of these partitions. */
  static List<TopicPartition> of(List<String> topics, Set<Integer> owned) {
    return topics.stream()
        .flatMap(topic -> owned.stream().map(partition -> new TopicPartition(topic, partition)))
        .toList();
  }
}
