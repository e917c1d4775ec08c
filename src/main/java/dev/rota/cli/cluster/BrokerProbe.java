package dev.rota.cli.cluster;

import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Failure;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether anybody listens at Kafka's addresses, and speaks what the clients will. Its own clients
 * would try for a minute and then speak of a time-out, or of memory; who mistypes a port wants to
 * know at once.
 */
final class BrokerProbe {
  private static final int CONNECT_MILLIS = 3_000;

  private BrokerProbe() {}

  /**
   * Returns if one of the addresses accepts a connection.
   *
   * @param protocol the clients' {@code security.protocol}
   */
  static void check(List<String> addresses, String protocol) {
    List<String> reasons = new ArrayList<>();
    for (String address : addresses) {
      int colon = address.lastIndexOf(':');
      String host = address.substring(0, colon).replaceAll("^(\\w+://)|[\\[\\]]", "");
      int port = Integer.parseInt(address.substring(colon + 1));
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
        understand(address, ProtocolProbe.of(socket), protocol);
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

  private static void understand(String address, ProtocolProbe probe, String protocol) {
    boolean tls = protocol.toUpperCase(Locale.ROOT).endsWith("SSL");
    String why =
        switch (probe) {
          case KAFKA ->
              tls ? "that port does not speak TLS, and security.protocol asks for it" : "";
          case TLS -> tls ? "" : "that port speaks TLS, and security.protocol does not ask for it";
          case HTTP -> "that port speaks HTTP, so it is perhaps the registry's";
          case UNKNOWN -> "";
        };
    if (!why.isEmpty()) {
      throw new Failure(
          Exit.UNAVAILABLE,
          "cannot talk to Kafka at " + address,
          why + " (security.protocol=" + protocol + ")",
          "name a port that speaks it with -b, or give -X security.protocol="
              + (tls ? "PLAINTEXT or SASL_PLAINTEXT" : "SSL or SASL_SSL"));
    }
  }

  private static String told(IOException e) {
    return e instanceof java.net.UnknownHostException
        ? "no such host"
        : e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
