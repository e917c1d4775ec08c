package dev.rota.road.stream;

import static dev.rota.base.text.LogField.domain;
import static dev.rota.base.text.LogField.partition;
import static dev.rota.road.stream.status.OpeningProgress.What.ROWS_RESTORED;

import dev.rota.base.text.NumberRanges;
import dev.rota.road.stream.damage.PartitionDoubts;
import dev.rota.road.stream.status.RestoredRows;
import dev.rota.road.stream.status.TaskStatuses;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.apache.kafka.streams.state.HostInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs which partitions this process gains, restores and loses. Thread-safe. */
final class OwnedPartitions implements StateRestoreListener {
  private static final Logger LOG = LoggerFactory.getLogger(OwnedPartitions.class);
  private static final double SECOND_NANOS = 1e9;

  private final String domain;
  private final TaskStatuses tasks;
  private final PartitionDoubts doubts;
  private static final long TELL_NANOS = 2_000_000_000L;

  private final Map<Integer, Restoring> restoring = new TreeMap<>();
  private NavigableSet<Integer> held = new TreeSet<>();
  private List<Integer> standby = List.of();

  /** Rows that come from a changelog, some or many in a record of it. Progress counts offsets. */
  private static final class Restoring {
    private final long start;
    private final long records;
    private final long sinceNanos = System.nanoTime();
    private long toldNanos = sinceNanos;
    private long restored;

    Restoring(long start, long end) {
      this.start = start;
      this.records = end - start;
    }
  }

  OwnedPartitions(String domain, TaskStatuses tasks, PartitionDoubts doubts) {
    this.domain = domain;
    this.tasks = tasks;
    this.doubts = doubts;
  }

  /** Takes the active tasks of all threads. */
  void now(Collection<ThreadMetadata> threads) {
    NavigableSet<Integer> partitions = new TreeSet<>();
    threads.forEach(
        thread -> thread.activeTasks().forEach(task -> partitions.add(task.taskId().partition())));
    NavigableSet<Integer> copies = new TreeSet<>();
    threads.forEach(
        thread -> thread.standbyTasks().forEach(task -> copies.add(task.taskId().partition())));
    hold(partitions);
    keep(copies);
  }

  private synchronized void keep(NavigableSet<Integer> copies) {
    standby = List.copyOf(copies);
  }

  synchronized void hold(NavigableSet<Integer> partitions) {
    tell("lost", without(held, partitions));
    tell("gained", without(partitions, held));
    held = partitions;
  }

  /** The partitions of which this process has a copy, in order. */
  synchronized List<Integer> standby() {
    return standby;
  }

  /** The partitions of this process. */
  synchronized Set<Integer> held() {
    return Set.copyOf(held);
  }

  /** The {@code application.server} of the process that has this partition, if it is known. */
  static Optional<String> server(KafkaStreams streams, int partition) {
    return streams == null || !streams.state().isRunningOrRebalancing()
        ? Optional.empty()
        : streams.metadataForAllStreamsClients().stream()
            .filter(
                one -> one.topicPartitions().stream().anyMatch(at -> at.partition() == partition))
            .map(StreamsMetadata::hostInfo)
            .filter(host -> !host.equals(HostInfo.unavailable()))
            .map(host -> host.host() + ":" + host.port())
            .findFirst();
  }

  private void tell(String what, NavigableSet<Integer> partitions) {
    if (!partitions.isEmpty()) {
      LOG.info("{}: partitions {}: {}", domain(domain), what, NumberRanges.of(partitions));
    }
  }

  private static NavigableSet<Integer> without(
      NavigableSet<Integer> these, NavigableSet<Integer> those) {
    NavigableSet<Integer> left = new TreeSet<>(these);
    left.removeAll(those);
    return left;
  }

  @Override
  public synchronized void onRestoreStart(
      TopicPartition changelog, String store, long start, long end) {
    doubts.restores(changelog.partition(), start, end);
    if (end > start) {
      restoring.put(changelog.partition(), new Restoring(start, end));
      tasks.opening(changelog.partition(), ROWS_RESTORED, 0, end - start);
      LOG.info(
          "{}: partition {}: restoring its rows, {} records of their changelog",
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
    one.restored = end + 1 - one.start;
    tasks.opening(changelog.partition(), ROWS_RESTORED, one.restored, one.records);
    long now = System.nanoTime();
    if (now - one.toldNanos > TELL_NANOS) {
      one.toldNanos = now;
      LOG.info(
          "{}: partition {}: {} of {} records of its rows restored",
          domain(domain),
          partition(changelog.partition()),
          one.restored,
          one.records);
    }
  }

  /** Its task is taken away meanwhile: whoever has it next restores it. */
  @Override
  public synchronized void onRestoreSuspended(TopicPartition changelog, String store, long total) {
    if (restoring.remove(changelog.partition()) != null) {
      tasks.opened(changelog.partition());
    }
  }

  @Override
  public synchronized void onRestoreEnd(TopicPartition changelog, String store, long total) {
    Restoring one = restoring.remove(changelog.partition());
    if (one != null) {
      long nanos = System.nanoTime() - one.sinceNanos;
      tasks.opened(changelog.partition());
      tasks.restored(
          new RestoredRows(changelog.partition(), one.records, Duration.ofNanos(nanos).toMillis()));
      LOG.info(
          "{}: partition {}: its rows are restored, {} records in {} s",
          domain(domain),
          partition(changelog.partition()),
          total,
          Math.round(nanos / SECOND_NANOS * 10) / 10.0);
    }
  }
}
