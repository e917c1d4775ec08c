package dev.rota.stream;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Counts the stream threads that died. One that dies and is replaced again and again looks like a
 * rebalance from outside, so a domain counts as troubled for a while after each death.
 */
public final class ThreadFailures {
  /** Longer than a thread needs to come back, restore and meet the same fault again. */
  static final Duration TROUBLED = Duration.ofSeconds(60);

  private final LongSupplier nanos;
  private int count;
  private Throwable last;
  private long lastNanos;

  /**
   * None so far.
   *
   * @param nanos a clock that only runs forward
   */
  ThreadFailures(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** One more; how many there are now. */
  synchronized int of(Throwable fault) {
    last = fault;
    lastNanos = nanos.getAsLong();
    return ++count;
  }

  public synchronized int count() {
    return count;
  }

  /** What the last one died of; null when there was none. */
  synchronized Throwable last() {
    return last;
  }

  /** What the last one died of, if that is less than a minute ago. */
  public synchronized Optional<String> trouble() {
    boolean recent = last != null && nanos.getAsLong() - lastNanos < TROUBLED.toNanos();
    return recent
        ? Optional.of("a thread died and was replaced, " + count + " so far: " + root(last))
        : Optional.empty();
  }

  private static Throwable root(Throwable fault) {
    Throwable root = fault;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
