package dev.rota.road.stream.time;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;

/** What the tasks of a process tell its pacemaker. Thread-safe. */
public final class TaskPulses {
  private final Map<Integer, TaskPulse> pulses = new ConcurrentHashMap<>();
  private final AtomicLong garbage = new AtomicLong();
  private final IntPredicate held;

  /** Where nothing is held. */
  TaskPulses() {
    this(_ -> false);
  }

  /**
   * Of tasks that may be held.
   *
   * @param held tells of a partition whether it is
   */
  public TaskPulses(IntPredicate held) {
    this.held = held;
  }

  public TaskPulse begin(int partition, int inputs) {
    TaskPulse pulse = new TaskPulse(inputs, () -> held.test(partition));
    pulses.put(partition, pulse);
    return pulse;
  }

  /** Another task of this process may own the partition already. */
  public void end(int partition, TaskPulse pulse) {
    pulses.remove(partition, pulse);
  }

  /** By partition. */
  public Map<Integer, TaskPulse> all() {
    return pulses;
  }

  /** Grows while inputs are decided. */
  long decided() {
    return pulses.values().stream().mapToLong(TaskPulse::decided).sum();
  }

  void garbage() {
    garbage.incrementAndGet();
  }

  /** The number of records of the time topic that were no nudges. */
  public long garbageCount() {
    return garbage.get();
  }
}
