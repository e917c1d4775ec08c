package dev.rota.app.cluster;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Checks quickly whether a Kafka broker listens and speaks the configured protocol. Kafka's own
 * clients would try for a minute and then report a time-out or an out-of-memory error.
 */
final class BrokerProbe {
  private static final int CONNECT_MILLIS = 3_000;

  private BrokerProbe() {}

  /**
   * Returns if one of the addresses accepts a connection; fails otherwise.
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
        reasons.add(address + " (" + reason(e) + ")");
      }
    }
    throw new CommandFailure(
        ExitCode.UNAVAILABLE,
        "Kafka cannot be reached",
        String.join(", ", reasons),
        "start it ('rota dev' starts a local one), or pass another address with -b");
  }

  private static void understand(String address, ProtocolProbe probe, String protocol) {
    boolean tls = protocol.toUpperCase(Locale.ROOT).endsWith("SSL");
    String why =
        switch (probe) {
          case KAFKA -> tls ? "the port does not use TLS, but security.protocol requires it" : "";
          case TLS -> tls ? "" : "the port uses TLS, but security.protocol does not";
          case HTTP -> "the port speaks HTTP; it may be the schema registry";
          case UNKNOWN -> "";
        };
    if (!why.isEmpty()) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          "cannot connect to Kafka at " + address,
          why + " (security.protocol=" + protocol + ")",
          "pass another port with -b, or set -X security.protocol="
              + (tls ? "PLAINTEXT or SASL_PLAINTEXT" : "SSL or SASL_SSL"));
    }
  }

  private static String reason(IOException e) {
    return e instanceof java.net.UnknownHostException
        ? "no such host"
        : e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
