package dev.rota.stream.time;

import dev.rota.engine.Engine;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/** What the tasks of a process tell its pacemaker. Thread-safe. */
public final class Pulses {
  private final Map<Integer, Pulse> pulses = new ConcurrentHashMap<>();
  private final AtomicLong garbage = new AtomicLong();

  /** What one task tells, while it owns its partition. */
  public static final class Pulse {
    private final AtomicLongArray read;
    private volatile long earliestMillis = Engine.NEVER;
    private volatile long passedMillis = Long.MIN_VALUE;

    Pulse(int inputs) {
      read = new AtomicLongArray(inputs);
    }

    void read(int input, long offset) {
      read.setRelease(input, offset + 1);
    }

    /** The offset after the last decided record of an input; 0: this task has decided none. */
    long read(int input) {
      return read.getAcquire(input);
    }

    private long decided() {
      return IntStream.range(0, read.length()).mapToLong(this::read).sum();
    }

    void due(long earliest) {
      earliestMillis = earliest;
    }

    /** The task's earliest pending deadline in epoch ms. */
    public long earliestMillis() {
      return earliestMillis;
    }

    /** For how long something has been due; not positive: nothing is. */
    public long overdueMillis(long nowMillis) {
      long earliest = earliestMillis;
      return earliest == Long.MIN_VALUE ? 0 : nowMillis - earliest;
    }

    void passed(long untilMillis) {
      passedMillis = Math.max(passedMillis, untilMillis);
    }

    /** How far the task has let time pass, in epoch ms. */
    long passedMillis() {
      return passedMillis;
    }
  }

  public Pulse begin(int partition, int inputs) {
    Pulse pulse = new Pulse(inputs);
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
