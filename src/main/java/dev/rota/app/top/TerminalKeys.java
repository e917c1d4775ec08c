package dev.rota.app.top;

import dev.rota.app.show.TerminalDevice;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The terminal's keys, each at once and without an echo, until it is closed. */
final class TerminalKeys implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TerminalKeys.class);
  private static final int END_OF_TEXT = 4; // Ctrl-D

  private final CountDownLatch quit = new CountDownLatch(1);
  private final String before;

  private TerminalKeys(String before) {
    this.before = before;
  }

  /** Begins to listen. Without a terminal there are no keys. */
  static TerminalKeys listen() {
    TerminalKeys keys = new TerminalKeys(TerminalDevice.stty("-g").strip());
    if (!keys.before.isEmpty()) {
      var _ = TerminalDevice.stty("-icanon", "-echo", "min", "1", "time", "0");
      Thread reader = new Thread(keys::read, "keys");
      reader.setDaemon(true);
      reader.start();
    }
    return keys;
  }

  private void read() {
    try (InputStream terminal = new FileInputStream(TerminalDevice.FILE)) {
      read(terminal);
    } catch (IOException e) {
      LOG.debug("the terminal's keys cannot be read", e);
    }
  }

  /** Waits for {@code q} or Ctrl-D. */
  void read(InputStream keys) throws IOException {
    int key = keys.read();
    while (key >= 0 && key != 'q' && key != 'Q' && key != END_OF_TEXT) {
      key = keys.read();
    }
    if (key >= 0) {
      quit.countDown();
    }
  }

  /** Waits so long for the key that ends. Returns true if it was pressed. */
  boolean awaitQuit(long millis) throws InterruptedException {
    return quit.await(millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    if (!before.isEmpty()) {
      var _ = TerminalDevice.stty(before);
    }
  }

  /** A listener that has no terminal, for tests. */
  static TerminalKeys none() {
    return new TerminalKeys("");
  }
}
