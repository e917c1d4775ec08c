package dev.rota.readers.witness;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.http.HttpPort;
import dev.rota.base.http.HttpReply;
import dev.rota.base.http.HttpRoutes;
import java.io.IOException;
import java.net.InetSocketAddress;

/** A witness on a port. */
public final class WitnessServer implements AutoCloseable {
  private final HttpPort port;

  private WitnessServer(HttpPort port) {
    this.port = port;
  }

  /**
   * Serves until closed.
   *
   * @param at address; port 0: any free port
   * @throws IOException if the port is taken
   */
  public static WitnessServer start(Witness witness, InetSocketAddress at) throws IOException {
    HttpPort port = HttpPort.bind("witness-http", at);
    port.serve(
        new HttpRoutes((status, why) -> reply(WitnessAnswer.of(status, why)))
            .at("POST /add-checkpoint", call -> reply(witness.add(call.body())))
            .at(
                "GET /{origin}/checkpoint",
                call -> reply(witness.latest(call.places().get("origin")))));
    return new WitnessServer(port);
  }

  /** The submission prefix, which is the monitoring prefix too. */
  public String url() {
    return port.url();
  }

  private static HttpReply reply(WitnessAnswer answer) {
    return new HttpReply(answer.status(), answer.type(), answer.body().getBytes(UTF_8));
  }

  @Override
  public void close() {
    port.close();
  }
}
