package dev.rota.serving.serve;

import dev.rota.base.http.LoopbackAddress;
import dev.rota.base.http.PortTls;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * Where a server listens, and who may ask.
 *
 * @param at port 0: any free port
 * @param tls null: in plain text
 * @param token that each client has to know; null: none
 */
public record ServerAccess(InetSocketAddress at, PortTls tls, String token) {
  /** This machine alone, whoever asks. */
  public static ServerAccess local(int port) throws IOException {
    return new ServerAccess(LoopbackAddress.at(port), null, null);
  }
}
