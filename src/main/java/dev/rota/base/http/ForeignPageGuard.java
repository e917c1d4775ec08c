package dev.rota.base.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * Refuses requests that a foreign page makes a browser send here: a name that its owner lets point
 * to this machine is not the name of this machine.
 */
final class ForeignPageGuard {
  private static final List<String> LOCAL = List.of("localhost", "127.0.0.1", "[::1]", "::1");
  private static final String ANY = "*.";

  /** Why a request is refused. */
  record Foreign(int status, String why) {}

  /** Null: it takes every name. */
  private final List<String> names;

  private ForeignPageGuard(List<String> names) {
    this.names = names;
  }

  /** Takes every request. */
  static ForeignPageGuard none() {
    return new ForeignPageGuard(null);
  }

  /**
   * Takes requests to this machine, by its own names alone.
   *
   * @param more further names; one that begins with {@code *.} stands for any first label
   */
  static ForeignPageGuard of(List<String> more) {
    List<String> names = new ArrayList<>(LOCAL);
    names.addAll(more);
    return new ForeignPageGuard(names);
  }

  /** Why the request is refused; null: it is not. */
  Foreign refuses(Request request) {
    if (names == null) {
      return null;
    }
    String host = Request.getServerName(request);
    if (host == null || !isKnown(host.toLowerCase(Locale.ROOT))) {
      String others = names.size() > LOCAL.size() ? names.get(LOCAL.size()) + ", " : "";
      String why = "The Host header says '%s'; ask for %slocalhost or 127.0.0.1";
      return new Foreign(421, why.formatted(host, others));
    }
    String origin = request.getHeaders().get(HttpHeader.ORIGIN);
    String here = request.getHeaders().get(HttpHeader.HOST);
    return origin == null || here != null && isOf(origin, here)
        ? null
        : new Foreign(403, "The request comes from a page of '" + origin + "', not of this server");
  }

  private static boolean isOf(String origin, String here) {
    return origin.toLowerCase(Locale.ROOT).endsWith("://" + here.toLowerCase(Locale.ROOT));
  }

  private boolean isKnown(String host) {
    int dot = host.indexOf('.');
    return names.contains(host)
        || names.contains("[" + host + "]")
        || dot > 0 && names.contains(ANY + host.substring(dot + 1));
  }
}
