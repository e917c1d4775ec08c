package dev.rota.http;

import java.time.Duration;

/**
 * What a port grants its clients.
 *
 * @param connections open at a time; more wait to be accepted
 * @param idle how long a connection may be silent
 * @param crowded the same, once there are as many connections as may be
 * @param headBytes of a request without its body; more is answered with 431
 * @param bodyBytes of a request's body; more is answered with 413
 */
record Limits(int connections, Duration idle, Duration crowded, int headBytes, int bodyBytes) {
  static final Limits USUAL =
      new Limits(
          128, Duration.ofSeconds(30), Duration.ofMillis(500), 1 << 14, HttpPort.BODY_MAX_BYTES);
}
