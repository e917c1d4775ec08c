package dev.rota.road.stream.time;

import dev.rota.kernel.engine.Engine;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** What one task tells, while it owns its partition. */
public final class TaskPulse {
  private final AtomicLongArray read;
  private volatile long earliestMillis = Engine.NEVER;
  private volatile long passedMillis = Long.MIN_VALUE;

  private final BooleanSupplier held;

  TaskPulse(int inputs, BooleanSupplier held) {
    read = new AtomicLongArray(inputs);
    this.held = held;
  }

  /** Nothing of the partition is decided, so no time passes there. */
  public boolean isHeld() {
    return held.getAsBoolean();
  }

  void read(int input, long offset) {
    read.setRelease(input, offset + 1);
  }

  /** The offset after the last decided record of an input; 0: this task has decided none. */
  long read(int input) {
    return read.getAcquire(input);
  }

  long decided() {
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
