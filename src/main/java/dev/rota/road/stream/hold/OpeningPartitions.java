package dev.rota.road.stream.hold;

import static java.util.stream.Collectors.toSet;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;

/**
 * Which partitions of a consumer open: so the cluster is asked once for all that come with a
 * rebalance. It belongs to the consumer's thread.
 */
final class OpeningPartitions {
  private Set<TopicPartition> assigned = Set.of();

  /** What is not open, and was not asked for. */
  private final Set<Integer> fresh = new HashSet<>();

  /** What was asked for, and is not open. */
  private final Set<Integer> asked = new HashSet<>();

  /** What has opened may have a transaction by now. */
  private final Set<Integer> opened = new HashSet<>();

  /** The consumer has polled, and has these. Returns what has come with it. */
  Set<Integer> polled(Set<TopicPartition> now) {
    if (now.equals(assigned)) {
      return Set.of();
    }
    Set<Integer> all = numbers(now);
    Set<Integer> come = new HashSet<>(all);
    come.removeAll(numbers(assigned));
    opened.retainAll(all);
    fresh.clear();
    fresh.addAll(all);
    fresh.removeAll(opened);
    asked.clear();
    assigned = Set.copyOf(now);
    return come;
  }

  /**
   * These open next.
   *
   * @param others whether others that have come may be asked for with them
   * @return what to ask for before that; empty: it was done with others
   */
  Set<Integer> next(Set<Integer> opening, boolean others) {
    fresh.removeAll(opening);
    opened.addAll(opening);
    if (asked.containsAll(opening)) {
      asked.removeAll(opening);
      return Set.of();
    }
    Set<Integer> all = new TreeSet<>(opening);
    if (others) {
      all.addAll(fresh);
      asked.addAll(fresh);
      fresh.clear();
    }
    return all;
  }

  private static Set<Integer> numbers(Set<TopicPartition> these) {
    return these.stream().map(TopicPartition::partition).collect(toSet());
  }
}
