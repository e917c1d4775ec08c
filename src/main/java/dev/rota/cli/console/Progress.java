package dev.rota.cli.console;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Tells how far a long piece of work is, on stderr: a line rewritten in place where that is a
 * terminal, else a plain line now and then. Work of less than two seconds says nothing.
 */
public final class Progress implements AutoCloseable {
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

  /** Work that is told of as {@code sent 1200}. */
  public Progress(Root root, String verb) {
    this(root, verb, System::nanoTime);
  }

  Progress(Root root, String verb, LongSupplier nanos) {
    this.console = root.console();
    this.off = root.quiet() || root.json();
    this.verb = verb;
    this.nanos = nanos;
    this.started = nanos.getAsLong();
    this.told = started;
  }

  /** Work that tells how far it is. */
  public static <T> T of(Root root, String verb, Function<LongConsumer, T> work) {
    try (Progress progress = new Progress(root, verb)) {
      return work.apply(progress::at);
    }
  }

  /** Work on a thread of its own, which is asked now and then how far it is. */
  public static <T> T beside(Root root, String verb, LongSupplier count, Callable<T> work)
      throws InterruptedException, ExecutionException {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, verb);
    thread.setDaemon(true);
    thread.start();
    try (Progress progress = new Progress(root, verb)) {
      while (true) {
        try {
          return task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          progress.at(count.getAsLong());
        }
      }
    }
  }

  /** To be called often; it is cheap. */
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

  /** Wipes the line, so that what is said next stands alone. */
  @Override
  public void close() {
    if (drawn) {
      drawn = false;
      console.err().print("\r\033[K");
      console.err().flush();
    }
  }
}
