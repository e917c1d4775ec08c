package dev.rota.http;

import java.time.Duration;

/**
 * The limits of a port's clients.
 *
 * @param connections maximum number of open connections; others wait to be accepted
 * @param idle idle timeout of a connection
 * @param crowded idle timeout once all connections are in use
 * @param headBytes maximum size of a request's head; a larger one is answered with 431
 * @param bodyBytes maximum size of a request's body; a larger one is answered with 413
 */
record Limits(int connections, Duration idle, Duration crowded, int headBytes, int bodyBytes) {
  static final Limits USUAL =
      new Limits(
          128, Duration.ofSeconds(30), Duration.ofMillis(500), 1 << 14, HttpPort.BODY_MAX_BYTES);
}
