package dev.rota.road.stream;

import dev.rota.registry.RegistryOutage;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Counts failed stream threads. A thread that fails repeatedly looks like a rebalance from outside,
 * so the domain reports trouble for a while after each failure.
 */
public final class ThreadFailures {
  /** Longer than a new thread needs to restore and fail again. */
  static final Duration TROUBLED = Duration.ofSeconds(60);

  private final LongSupplier nanos;
  private int count;
  private Throwable last;
  private long lastNanos;

  /**
   * Starts without failures.
   *
   * @param nanos a monotonic clock
   */
  ThreadFailures(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Records a failure and returns the count. */
  synchronized int of(Throwable fault) {
    last = fault;
    lastNanos = nanos.getAsLong();
    return ++count;
  }

  public synchronized int count() {
    return count;
  }

  /** The latest failure, or null. */
  synchronized Throwable last() {
    return last;
  }

  /** The latest failure, if it is less than a minute old. */
  public synchronized Optional<String> trouble() {
    boolean recent = last != null && nanos.getAsLong() - lastNanos < TROUBLED.toNanos();
    return recent
        ? Optional.of("a stream thread failed and was replaced, " + count + " so far: " + why(last))
        : Optional.empty();
  }

  /** Of an outage the innermost cause would not say what is away. */
  private static String why(Throwable fault) {
    return RegistryOutage.behind(fault)
        .map(Throwable::getMessage)
        .orElseGet(() -> root(fault).toString());
  }

  /** The innermost cause. */
  static Throwable root(Throwable fault) {
    Throwable root = fault;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
