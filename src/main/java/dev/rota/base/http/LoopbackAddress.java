package dev.rota.base.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Set;

/** The address of this machine that no other reaches. */
public final class LoopbackAddress {
  public static final String HOST = "127.0.0.1";
  private static final Set<String> NAMES = Set.of(HOST, "localhost", "[::1]");
  private static final byte[] BYTES = {127, 0, 0, 1};

  private LoopbackAddress() {}

  /** Returns true for a host of a URL that is this machine, whatever its resolver says. */
  public static boolean isNamed(String host) {
    return NAMES.contains(host);
  }

  /** Returns the address without a resolver. Port 0 is any free port. */
  public static InetSocketAddress at(int port) throws UnknownHostException {
    return new InetSocketAddress(InetAddress.getByAddress(HOST, BYTES), port);
  }
}
