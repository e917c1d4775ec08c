package dev.rota.app.console;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Shows progress on stderr: a line rewritten in place on a terminal, otherwise a plain line every
 * 10 s. The first 2 s are silent.
 */
public final class ProgressDisplay implements AutoCloseable {
  private static final long LOOK_MILLIS = 200;
  private static final long QUIET_NANOS = 2_000_000_000L;
  private static final long REDRAW_NANOS = 250_000_000L;
  private static final long LINE_NANOS = 10_000_000_000L;

  private final Console console;
  private final boolean off;
  private final String verb;
  private final LongSupplier nanos;
  private final long started;
  private long told;
  private boolean drawn;

  /** Progress is shown as {@code sent 1200}. */
  public ProgressDisplay(RootCommand root, String verb) {
    this(root, verb, System::nanoTime);
  }

  ProgressDisplay(RootCommand root, String verb, LongSupplier nanos) {
    this.console = root.console();
    this.off = root.quiet() || root.json();
    this.verb = verb;
    this.nanos = nanos;
    this.started = nanos.getAsLong();
    this.told = started;
  }

  /** Runs work that reports its progress. */
  public static <T> T of(RootCommand root, String verb, Function<LongConsumer, T> work) {
    try (ProgressDisplay progress = new ProgressDisplay(root, verb)) {
      return work.apply(progress::at);
    }
  }

  /** Runs work in another thread and polls its progress. */
  public static <T> T beside(RootCommand root, String verb, LongSupplier count, Callable<T> work)
      throws InterruptedException, ExecutionException {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, verb);
    thread.setDaemon(true);
    thread.start();
    try (ProgressDisplay progress = new ProgressDisplay(root, verb)) {
      while (true) {
        try {
          return task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
          progress.at(count.getAsLong());
        }
      }
    }
  }

  /** Call it often: it is cheap. */
  public void at(long count) {
    long now = nanos.getAsLong();
    long wait = console.errIsTerminal() ? REDRAW_NANOS : LINE_NANOS;
    if (off || now - started < QUIET_NANOS || now - told < wait) {
      return;
    }
    told = now;
    long perSecond = (long) (count * 1e9 / (now - started));
    String line = "%s %d (%d/s)".formatted(verb, count, perSecond);
    if (console.errIsTerminal()) {
      drawn = true;
      console.err().print("\r" + line + "\033[K");
      console.err().flush();
    } else {
      console.note(line);
    }
  }

  /** Clears the line before other output. */
  @Override
  public void close() {
    if (drawn) {
      drawn = false;
      console.err().print("\r\033[K");
      console.err().flush();
    }
  }
}
