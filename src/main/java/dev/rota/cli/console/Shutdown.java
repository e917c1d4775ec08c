package dev.rota.cli.console;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes resources once, in reverse order: when the verb ends, or earlier on Ctrl-C or SIGTERM. */
public final class Shutdown implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final Thread onSignal = new Thread(this::stop, "ending");

  private Shutdown() {}

  /** Also closes on Ctrl-C and SIGTERM. */
  public static Shutdown onSignal() {
    Shutdown shutdown = new Shutdown();
    Runtime.getRuntime().addShutdownHook(shutdown.onSignal);
    return shutdown;
  }

  /** Closed only by its owner. */
  public static Shutdown nested() {
    return new Shutdown();
  }

  public synchronized <T extends AutoCloseable> T with(T one) {
    started.push(one);
    return one;
  }

  private void stop() {
    LOG.info("stopping on a signal");
    closeAll();
  }

  private synchronized void closeAll() {
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception e) {
        // The others still have to be closed.
        LOG.warn("a resource did not close cleanly", e);
      }
    }
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
