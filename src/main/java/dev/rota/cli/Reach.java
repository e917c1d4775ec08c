package dev.rota.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether anybody listens at Kafka's addresses. Its own clients would try for a minute and then
 * speak of a time-out; who mistypes a port wants to know at once.
 */
final class Reach {
  private static final int CONNECT_MILLIS = 3_000;

  private Reach() {}

  /** Returns if one of the addresses accepts a connection. */
  static void check(List<String> addresses) {
    List<String> reasons = new ArrayList<>();
    for (String address : addresses) {
      int colon = address.lastIndexOf(':');
      String host = address.substring(0, colon).replaceAll("^(\\w+://)|[\\[\\]]", "");
      int port = Integer.parseInt(address.substring(colon + 1));
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
        return;
      } catch (IOException e) {
        reasons.add(address + " (" + told(e) + ")");
      }
    }
    throw new Failure(
        Exit.UNAVAILABLE,
        "Kafka cannot be reached",
        String.join(", ", reasons),
        "start it ('rota dev' runs one here), or pass another address with -b");
  }

  private static String told(IOException e) {
    return e instanceof java.net.UnknownHostException
        ? "no such host"
        : e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
