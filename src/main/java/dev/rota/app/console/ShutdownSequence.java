package dev.rota.app.console;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes resources once, in reverse order: when the verb ends, or earlier on Ctrl-C or SIGTERM. If
 * that takes seconds, it says what it waits for.
 */
public final class ShutdownSequence implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ShutdownSequence.class);
  private static final Duration TOLD = Duration.ofSeconds(2);

  /** What is being closed, the innermost: the process ends once. */
  private static final AtomicReference<String> CLOSING = new AtomicReference<>("");

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final Thread onSignal = new Thread(this::stop, "ending");
  private final Consumer<String> note;

  ShutdownSequence(Consumer<String> note) {
    this.note = note;
  }

  /** Also closes on Ctrl-C and SIGTERM. */
  public static ShutdownSequence onSignal(RootCommand root) {
    ShutdownSequence shutdown = new ShutdownSequence(root::note);
    Runtime.getRuntime().addShutdownHook(shutdown.onSignal);
    return shutdown;
  }

  /** Closed only by its owner. */
  public static ShutdownSequence nested() {
    return new ShutdownSequence(null);
  }

  public synchronized <T extends AutoCloseable> T with(T one) {
    started.push(one);
    return one;
  }

  private void stop() {
    LOG.info("stopping on a signal");
    closeAll();
  }

  private void tell() {
    try {
      for (long seconds = TOLD.toSeconds(); ; seconds += TOLD.toSeconds()) {
        TimeUnit.SECONDS.sleep(TOLD.toSeconds());
        note.accept("stopping since %d s, waiting for %s".formatted(seconds, CLOSING.get()));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // it is closed
    }
  }

  /** {@code the running domains} for a class of that name. */
  static String what(AutoCloseable one) {
    String name = one.getClass().getSimpleName();
    return name.isEmpty() || name.contains("$")
        ? CLOSING.get()
        : "the" + name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }

  private synchronized void closeAll() {
    Thread telling = new Thread(this::tell, "ending-told");
    telling.setDaemon(true);
    if (note != null && !started.isEmpty()) {
      telling.start();
    }
    while (!started.isEmpty()) {
      AutoCloseable one = started.pop();
      String more = note == null || started.isEmpty() ? "" : ", then " + started.size() + " more";
      CLOSING.set(what(one) + more);
      try {
        one.close();
      } catch (Exception e) {
        // The others still have to be closed.
        LOG.warn("a resource did not close cleanly", e);
      }
    }
    telling.interrupt();
  }

  @Override
  public void close() {
    closeAll();
    try {
      Runtime.getRuntime().removeShutdownHook(onSignal);
    } catch (IllegalStateException e) {
      LOG.debug("the process is already shutting down", e);
    }
  }
}
