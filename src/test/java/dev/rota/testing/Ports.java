package dev.rota.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Ports for processes that are started later, or again. The system gives its ephemeral ports to
 * whoever asks for any, and to clients, so these lie below them; each test process has its own.
 */
public final class Ports {
  private static final Path EPHEMERAL = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
  private static final int EPHEMERAL_USUALLY = 32_768;
  private static final int LOWEST = 12_000;
  private static final int OWN = 200;
  private static final int PLACES_MIN = 16;
  // Held as long as this JVM lives, so that no other test process takes the same ports.
  private static final ServerSocket PLACE = place();
  private static final int FIRST = PLACE.getLocalPort() + 1;
  private static final AtomicInteger TAKEN = new AtomicInteger();

  private Ports() {}

  /** Returns so many ports that nobody listens to, no two of them the same. */
  public static List<Integer> free(int count) {
    return Stream.generate(Ports::free).limit(count).toList();
  }

  /** Returns a port that nobody listens to. */
  public static int free() {
    for (int tries = 0; tries < OWN - 1; tries++) {
      int port = FIRST + Math.floorMod(TAKEN.getAndIncrement(), OWN - 1);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "all ports from " + FIRST + " to " + (FIRST + OWN - 2) + " are taken");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }

  /** The first port of a place that no other test process has. */
  private static ServerSocket place() {
    int places = Math.max(PLACES_MIN, (ephemeral() - LOWEST) / OWN);
    long wanted = ProcessHandle.current().pid();
    for (int tries = 0; tries < places; tries++) {
      int port = LOWEST + OWN * (int) ((wanted + tries) % places);
      try {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
      } catch (IOException taken) {
        // The next place, then.
      }
    }
    throw new IllegalStateException("no place from port " + LOWEST + " on is free");
  }

  private static int ephemeral() {
    try (BufferedReader range = Files.newBufferedReader(EPHEMERAL)) {
      return Integer.parseInt(range.readLine().strip().split("\\s+", -1)[0]);
    } catch (IOException notLinux) {
      return EPHEMERAL_USUALLY;
    }
  }
}
