package dev.rota.cli.console;

import java.util.function.LongSupplier;

/**
 * Tells how far a long piece of work is, on stderr: a line rewritten in place where that is a
 * terminal, else a plain line now and then. Work of less than two seconds says nothing.
 */
public final class Progress {
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
  public void end() {
    if (drawn) {
      drawn = false;
      console.err().print("\r\033[K");
      console.err().flush();
    }
  }
}
