package dev.rota.serving.serve;

import dev.rota.base.http.Loopback;
import dev.rota.base.http.Tls;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * Where a server listens, and who may ask.
 *
 * @param at port 0: any free port
 * @param tls null: in plain text
 * @param token that each client has to know; null: none
 */
public record Access(InetSocketAddress at, Tls tls, String token) {
  /** This machine alone, whoever asks. */
  public static Access local(int port) throws IOException {
    return new Access(Loopback.at(port), null, null);
  }
}
