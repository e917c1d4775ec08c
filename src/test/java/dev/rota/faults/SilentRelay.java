package dev.rota.faults;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Passes connections on to a port, until it falls silent: what is said is then lost, and nobody is
 * told that the other one is not there, as when a machine loses its power.
 */
final class SilentRelay implements AutoCloseable {
  private final ServerSocket listening;
  private final int to;
  private final List<Closeable> open = new CopyOnWriteArrayList<>();
  private volatile boolean isSilent;

  SilentRelay(int to) throws IOException {
    this.to = to;
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  void fallSilent() {
    isSilent = true;
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "relay");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket from = listening.accept();
        Socket onwards = new Socket(InetAddress.getLoopbackAddress(), to);
        open.add(from);
        open.add(onwards);
        daemon(() -> pass(from, onwards));
        daemon(() -> pass(onwards, from));
      }
    } catch (IOException closed) {
      // There is nobody to tell.
    }
  }

  private void pass(Socket from, Socket onwards) {
    try (from;
        onwards) {
      InputStream in = from.getInputStream();
      OutputStream out = onwards.getOutputStream();
      byte[] buffer = new byte[1 << 14];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        if (!isSilent) {
          out.write(buffer, 0, n);
          out.flush();
        }
      }
    } catch (IOException closed) {
      // The other direction ends with it.
    }
  }

  @Override
  public void close() {
    try {
      listening.close();
      for (Closeable one : open) {
        one.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
