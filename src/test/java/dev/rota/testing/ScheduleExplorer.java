package dev.rota.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.lincheck.Lincheck;

/**
 * Runs threads under many schedules: wherever one reads or writes what is shared, another may go
 * on. {@code -Drota.schedules=5000} tries more of them. A thread must be awaited in a loop: within
 * a stream or a {@code forEach} the explorer loses it, and fails. It does not see what it cannot
 * rewrite: a local array that lambdas share, a method reference, the inside of Java's collections.
 * So a history uses atomics and lambdas, and must be seen to fail without the lock that it tests.
 */
public final class ScheduleExplorer {
  private static final int SCHEDULES = Integer.getInteger("rota.schedules", 200);

  private ScheduleExplorer() {}

  /**
   * Runs the history under many schedules.
   *
   * @param history has threads of its own, waits for them, and says by {@link #require} what holds
   */
  public static void explore(Runnable history) {
    Lincheck.runConcurrentTest(SCHEDULES, history);
  }

  /** Runs these at once, waits until all have ended, and fails as the last one that failed did. */
  public static void together(Runnable... work) {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (Runnable one : work) {
      Thread thread = new Thread(one);
      thread.setUncaughtExceptionHandler((_, e) -> failure.set(e));
      threads.add(thread);
    }
    threads.forEach(Thread::start);
    for (Thread one : threads) {
      awaitEnd(one);
    }
    if (failure.get() != null) {
      throw new AssertionError(failure.get());
    }
  }

  /** Waits until it has ended. */
  public static void awaitEnd(Thread one) {
    try {
      one.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Fails without AssertJ, whose own code would be explored with the history. */
  public static void require(boolean holds, Object seen) {
    if (!holds) {
      throw new AssertionError(seen.toString());
    }
  }
}
