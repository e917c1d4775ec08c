package dev.rota.lab.embedded.registry;

import static dev.rota.lab.embedded.EmbeddedException.Reason.FAILED;
import static dev.rota.lab.embedded.EmbeddedException.Reason.PORT_TAKEN;

import dev.rota.base.http.HttpPort;
import dev.rota.base.http.LoopbackAddress;
import dev.rota.lab.embedded.EmbeddedException;
import java.io.IOException;
import java.net.BindException;

/**
 * A small Schema Registry for Avro, kept in the broker's compacted {@code _schemas} topic.
 *
 * <p>The usual clients work with it, and a real registry can take over its topic. It must be the
 * topic's only writer: never run another registry on the same topic.
 */
public final class LocalRegistry implements AutoCloseable {
  private final HttpPort port;
  private final AutoCloseable log;

  LocalRegistry(HttpPort port, RegistryDesk desk, AutoCloseable log) {
    this.port = port;
    this.log = log;
    port.serve(RegistryRoutes.of(desk));
  }

  /**
   * Starts a registry. It answers once it has read the whole topic.
   *
   * @param bootstrap the broker, {@code host:port}
   * @param port port on 127.0.0.1; 0: any free port
   * @throws EmbeddedException if the port is taken or the broker does not answer
   */
  public static LocalRegistry start(String bootstrap, int port) {
    var bound = bind(port);
    try {
      var store = new SchemaStore();
      var log = RegistryLog.open(bootstrap, store);
      return new LocalRegistry(bound, new RegistryDesk(store, log), log);
    } catch (EmbeddedException e) {
      bound.close();
      throw e;
    }
  }

  /** Returns the base URL, such as {@code http://127.0.0.1:port}. */
  public String url() {
    return port.url();
  }

  @Override
  public void close() {
    port.close();
    try {
      log.close();
    } catch (Exception e) {
      throw new EmbeddedException(FAILED, "the registry did not close cleanly: " + e, e);
    }
  }

  static HttpPort bind(int port) {
    try {
      return HttpPort.bind("registry-http", LoopbackAddress.at(port));
    } catch (BindException e) {
      throw new EmbeddedException(
          PORT_TAKEN,
          "cannot start the registry: port %d on %s is taken by another program; stop it, or choose another with --registry-port (0 = any free)"
              .formatted(port, LoopbackAddress.HOST),
          e);
    } catch (IOException e) {
      throw new EmbeddedException(
          FAILED, "cannot start the registry: no socket could be opened (" + e + ")", e);
    }
  }
}
