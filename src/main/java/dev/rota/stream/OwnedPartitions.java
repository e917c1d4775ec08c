package dev.rota.stream;

import static dev.rota.text.LogField.domain;
import static dev.rota.text.LogField.partition;

import java.util.Collection;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs which partitions this process gains, restores and loses. Thread-safe. */
final class OwnedPartitions implements StateRestoreListener {
  private static final Logger LOG = LoggerFactory.getLogger(OwnedPartitions.class);
  private static final double SECOND_NANOS = 1e9;

  private final String domain;
  private static final long TELL_NANOS = 2_000_000_000L;

  private final Map<Integer, Restoring> restoring = new TreeMap<>();
  private NavigableSet<Integer> held = new TreeSet<>();

  /** Rows that come from a changelog. */
  private static final class Restoring {
    private final long rows;
    private final long sinceNanos = System.nanoTime();
    private long toldNanos = sinceNanos;
    private long restored;

    Restoring(long rows) {
      this.rows = rows;
    }
  }

  OwnedPartitions(String domain) {
    this.domain = domain;
  }

  /** Takes the active tasks of all threads. */
  void now(Collection<ThreadMetadata> threads) {
    NavigableSet<Integer> partitions = new TreeSet<>();
    threads.forEach(
        thread -> thread.activeTasks().forEach(task -> partitions.add(task.taskId().partition())));
    hold(partitions);
  }

  synchronized void hold(NavigableSet<Integer> partitions) {
    tell("lost", without(held, partitions));
    tell("gained", without(partitions, held));
    held = partitions;
  }

  /** The partitions of this process. */
  synchronized Set<Integer> held() {
    return Set.copyOf(held);
  }

  private void tell(String what, NavigableSet<Integer> partitions) {
    if (!partitions.isEmpty()) {
      LOG.info("{}: partitions {}: {}", domain(domain), what, ranges(partitions));
    }
  }

  private static NavigableSet<Integer> without(
      NavigableSet<Integer> these, NavigableSet<Integer> those) {
    NavigableSet<Integer> left = new TreeSet<>(these);
    left.removeAll(those);
    return left;
  }

  /** Formats {@code 0-3, 7}. */
  static String ranges(NavigableSet<Integer> numbers) {
    StringBuilder text = new StringBuilder();
    for (int first : numbers) {
      if (numbers.contains(first - 1)) {
        continue;
      }
      int last = first;
      while (numbers.contains(last + 1)) {
        last++;
      }
      text.append(text.isEmpty() ? "" : ", ").append(first);
      text.append(last == first ? "" : "-" + last);
    }
    return text.toString();
  }

  @Override
  public synchronized void onRestoreStart(
      TopicPartition changelog, String store, long start, long end) {
    if (end > start) {
      restoring.put(changelog.partition(), new Restoring(end - start));
      LOG.info(
          "{}: partition {}: restoring {} rows",
          domain(domain),
          partition(changelog.partition()),
          end - start);
    }
  }

  @Override
  public synchronized void onBatchRestored(
      TopicPartition changelog, String store, long end, long count) {
    Restoring one = restoring.get(changelog.partition());
    if (one == null) {
      return;
    }
    one.restored += count;
    long now = System.nanoTime();
    if (now - one.toldNanos > TELL_NANOS) {
      one.toldNanos = now;
      LOG.info(
          "{}: partition {}: {} of {} rows restored",
          domain(domain),
          partition(changelog.partition()),
          one.restored,
          one.rows);
    }
  }

  @Override
  public synchronized void onRestoreEnd(TopicPartition changelog, String store, long total) {
    Restoring one = restoring.remove(changelog.partition());
    if (one != null) {
      LOG.info(
          "{}: partition {}: restored, {} rows in {} s",
          domain(domain),
          partition(changelog.partition()),
          total,
          Math.round((System.nanoTime() - one.sinceNanos) / SECOND_NANOS * 10) / 10.0);
    }
  }
}
