package dev.rota.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Shows on stderr how far something long has come: a line rewritten in place on a terminal, a new
 * one now and then elsewhere. Says nothing in the first two seconds, nor with {@code -q}.
 */
final class Progress implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration ON_TERMINAL = Duration.ofMillis(500);
  private static final Duration ELSEWHERE = Duration.ofSeconds(10);
  private static final String WIPE = "\r\u001b[2K";

  private final Console console;
  private final String what;
  private final LongSupplier done;
  private final long total;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "progress");
            thread.setDaemon(true);
            return thread;
          });
  private volatile boolean shown;

  private Progress(Console console, String what, LongSupplier done, long total) {
    this.console = console;
    this.what = what;
    this.done = done;
    this.total = total;
  }

  /**
   * Shows until closed.
   *
   * @param done how many are done, asked from another thread
   * @param total how many there will be; 0: nobody knows
   */
  static Progress start(Root root, String what, LongSupplier done, long total) {
    Progress progress = new Progress(root.console(), what, done, total);
    if (!root.quiet()) {
      Duration every = progress.console.errIsTerminal() ? ON_TERMINAL : ELSEWHERE;
      var unused =
          progress.timer.scheduleAtFixedRate(
              progress::show, PATIENCE.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }
    return progress;
  }

  private void show() {
    shown = true;
    long now = done.getAsLong();
    String line =
        total == 0
            ? String.format(Locale.ROOT, "%s: %,d", what, now)
            : String.format(
                Locale.ROOT,
                "%s: %,d of about %,d (%d %%)",
                what,
                now,
                total,
                Math.min(100, 100 * now / total));
    if (console.errIsTerminal()) {
      console.err().print(WIPE + line);
      console.err().flush();
    } else {
      console.note(line);
    }
  }

  /** No more from here on; what was shown in place is wiped. */
  void finish() {
    timer.shutdownNow();
    if (shown && console.errIsTerminal()) {
      console.err().print(WIPE);
      console.err().flush();
    }
    shown = false;
  }

  @Override
  public void close() {
    finish();
  }
}
