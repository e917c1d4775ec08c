package dev.rota.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A port of this machine that closes each connection at once. Whoever comes need not wait for an
 * answer, as at a port where nobody takes connections.
 */
public final class ClosingPort implements AutoCloseable {
  private final ServerSocket socket;
  private final AtomicInteger came = new AtomicInteger();

  private ClosingPort(ServerSocket socket) {
    this.socket = socket;
  }

  public static ClosingPort open() {
    try {
      ClosingPort port = new ClosingPort(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
      Thread server = new Thread(port::serve, "closing port");
      server.setDaemon(true);
      server.start();
      return port;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code 127.0.0.1:port}. */
  public String address() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  /** How many connections there were. */
  public int came() {
    return came.get();
  }

  private void serve() {
    while (!socket.isClosed()) {
      try {
        Socket one = socket.accept();
        came.incrementAndGet(); // before it is closed: whoever came may end at once
        one.close();
      } catch (IOException _) {
        // Closed, by the test or by whoever came.
      }
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
