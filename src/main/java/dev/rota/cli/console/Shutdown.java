package dev.rota.cli.console;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes what was started, last first, once: when the verb ends, or before that, when the process
 * is told to stop by Ctrl-C or SIGTERM.
 */
public final class Shutdown implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final Thread onSignal = new Thread(this::stop, "ending");

  private Shutdown() {}

  /** Also ends when the process is told to stop. */
  public static Shutdown onSignal() {
    Shutdown shutdown = new Shutdown();
    Runtime.getRuntime().addShutdownHook(shutdown.onSignal);
    return shutdown;
  }

  /** Is part of another, which ends it. */
  public static Shutdown nested() {
    return new Shutdown();
  }

  public synchronized <T extends AutoCloseable> T with(T one) {
    started.push(one);
    return one;
  }

  private void stop() {
    LOG.info("told to stop");
    closeAll();
  }

  private synchronized void closeAll() {
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception e) {
        // The rest has to be closed all the same.
        LOG.warn("something did not close cleanly", e);
      }
    }
  }

  @Override
  public void close() {
    closeAll();
    try {
      Runtime.getRuntime().removeShutdownHook(onSignal);
    } catch (IllegalStateException e) {
      LOG.debug("the process is ending already", e);
    }
  }
}
