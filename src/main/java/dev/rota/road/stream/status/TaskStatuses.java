package dev.rota.road.stream.status;

import dev.rota.road.stream.status.OpeningProgress.What;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** What the tasks of a process tell of themselves. Thread-safe. */
public final class TaskStatuses {
  private final LongSupplier nanos;
  private final Map<Integer, Open> opening = new TreeMap<>();
  private final Map<Integer, RestoredRows> restored = new TreeMap<>();
  private final Map<Integer, Integer> lanes = new TreeMap<>();

  /** A partition that is being opened, and where this step of it began. */
  private record Open(What what, long first, long done, long of, long sinceNanos) {
    OpeningProgress shown(int partition, long nowNanos) {
      return OpeningProgress.at(partition, what, first, done, of, nowNanos - sinceNanos);
    }
  }

  /**
   * No task is there yet.
   *
   * @param nanos a monotonic clock
   */
  public TaskStatuses(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** A partition is opened this far. The first call of a step is its beginning. */
  public synchronized void opening(int partition, What what, long done, long of) {
    Open before = opening.get(partition);
    boolean goesOn = before != null && before.what == what;
    opening.put(
        partition,
        new Open(
            what,
            goesOn ? before.first : done,
            done,
            of,
            goesOn ? before.sinceNanos : nanos.getAsLong()));
  }

  /** This step of a partition's opening is over. */
  public synchronized void opened(int partition) {
    opening.remove(partition);
  }

  /** The rows of a partition were restored. */
  public synchronized void restored(RestoredRows rows) {
    restored.put(rows.partition(), rows);
  }

  /** The last restore of each partition, in order. */
  public synchronized List<RestoredRows> restored() {
    return List.copyOf(restored.values());
  }

  /** A task has so many lanes in memory. */
  public synchronized void lanes(int partition, int count) {
    lanes.put(partition, count);
  }

  /** A task is closed. */
  public synchronized void closed(int partition) {
    opening.remove(partition);
    lanes.remove(partition);
  }

  /** The lanes in memory, of all tasks. */
  public synchronized int lanes() {
    return lanes.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The partitions that are being opened, in order. */
  public synchronized List<OpeningProgress> opening() {
    long now = nanos.getAsLong();
    return opening.entrySet().stream().map(one -> one.getValue().shown(one.getKey(), now)).toList();
  }
}
