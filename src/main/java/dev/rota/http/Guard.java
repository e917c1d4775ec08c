package dev.rota.http;

import java.util.Set;
import org.eclipse.jetty.server.Request;

/**
 * Refuses requests that a foreign page makes a browser send here: a name that its owner lets point
 * to this machine is not the name of this machine.
 */
final class Guard {
  private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

  private final boolean local;

  /**
   * Guards a port.
   *
   * @param local it listens on the loopback: only such a port knows all its names
   */
  Guard(boolean local) {
    this.local = local;
  }

  /** Why the request is refused; null: it is not. */
  String refuses(Request request) {
    String host = Request.getServerName(request);
    return local && !LOCAL.contains(host == null ? "" : host)
        ? "The Host header says '" + host + "'; ask for localhost or 127.0.0.1"
        : null;
  }
}
