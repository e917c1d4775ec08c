package dev.rota.embedded;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** The one address that everything embedded listens on. */
public final class Loopback {
  public static final String HOST = "127.0.0.1";
  private static final byte[] BYTES = {127, 0, 0, 1};

  private Loopback() {}

  /** Found without asking a resolver; port 0 is any free one. */
  public static InetSocketAddress at(int port) throws UnknownHostException {
    return new InetSocketAddress(InetAddress.getByAddress(HOST, BYTES), port);
  }
}
