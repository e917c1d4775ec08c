package dev.rota.base.http;

import java.time.Duration;

/**
 * The limits of a port's clients.
 *
 * @param connections maximum number of open connections; one more closes the oldest
 * @param idle idle timeout of a connection
 * @param headBytes maximum size of a request's head; a larger one is answered with 431
 * @param bodyBytes maximum size of a request's body; a larger one is answered with 413
 */
record Limits(int connections, Duration idle, int headBytes, int bodyBytes) {
  /** Each of a hundred open pages has one for its events, and some for what it asks. */
  static final Limits USUAL =
      new Limits(1_024, Duration.ofSeconds(30), 1 << 14, HttpPort.BODY_MAX_BYTES);
}
