package dev.rota.road.stream.time;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;

/** What the tasks of a process tell its pacemaker. Thread-safe. */
public final class Pulses {
  private final Map<Integer, Pulse> pulses = new ConcurrentHashMap<>();
  private final AtomicLong garbage = new AtomicLong();
  private final IntPredicate held;

  /** Where nothing is held. */
  Pulses() {
    this(partition -> false);
  }

  /**
   * Of tasks that may be held.
   *
   * @param held tells of a partition whether it is
   */
  public Pulses(IntPredicate held) {
    this.held = held;
  }

  public Pulse begin(int partition, int inputs) {
    Pulse pulse = new Pulse(inputs, () -> held.test(partition));
    pulses.put(partition, pulse);
    return pulse;
  }

  /** Another task of this process may own the partition already. */
  public void end(int partition, Pulse pulse) {
    pulses.remove(partition, pulse);
  }

  /** By partition. */
  public Map<Integer, Pulse> all() {
    return pulses;
  }

  /** Grows while inputs are decided. */
  long decided() {
    return pulses.values().stream().mapToLong(Pulse::decided).sum();
  }

  void garbage() {
    garbage.incrementAndGet();
  }

  /** The number of records of the time topic that were no nudges. */
  public long garbageCount() {
    return garbage.get();
  }
}
