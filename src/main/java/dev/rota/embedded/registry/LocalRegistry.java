package dev.rota.embedded.registry;

import static dev.rota.embedded.EmbeddedException.Reason.FAILED;
import static dev.rota.embedded.EmbeddedException.Reason.PORT_TAKEN;

import com.sun.net.httpserver.HttpServer;
import dev.rota.embedded.EmbeddedException;
import dev.rota.embedded.Loopback;
import java.io.IOException;
import java.net.BindException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A small Schema Registry for Avro, kept in the broker's compacted {@code _schemas} topic.
 *
 * <p>It speaks what the usual clients speak and its topic can be taken over by a real registry. It
 * is the topic's only writer: never run it beside another registry on the same topic.
 */
public final class LocalRegistry implements AutoCloseable {
  private static final int THREADS = 4;

  private final HttpServer server;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS,
          task -> {
            var thread = new Thread(task, "registry-http");
            thread.setDaemon(true);
            return thread;
          });
  private final AutoCloseable log;

  LocalRegistry(HttpServer server, RegistryDesk desk, AutoCloseable log) {
    this.server = server;
    this.log = log;
    server.createContext("/", new RegistryHttp(new RegistryRoutes(desk)));
    server.setExecutor(threads);
    server.start();
  }

  /**
   * Starts a registry; it answers only once it knows all that the topic holds.
   *
   * @param bootstrap the broker, as {@code host:port}
   * @param port on 127.0.0.1; 0 = any free
   * @throws EmbeddedException if the port is taken or the broker does not answer
   */
  public static LocalRegistry start(String bootstrap, int port) {
    var server = bind(port);
    try {
      var store = new SchemaStore();
      var log = RegistryLog.open(bootstrap, store);
      return new LocalRegistry(server, new RegistryDesk(store, log), log);
    } catch (EmbeddedException e) {
      server.stop(0);
      throw e;
    }
  }

  /** The base of every call, as {@code http://127.0.0.1:port}. */
  public String url() {
    return "http://" + Loopback.HOST + ":" + server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdown();
    try {
      log.close();
    } catch (Exception e) {
      throw new EmbeddedException(FAILED, "the registry did not close cleanly: " + e, e);
    }
  }

  static HttpServer bind(int port) {
    // The JDK's server otherwise waits 40 ms for an acknowledgement in every answer.
    if (System.getProperty("sun.net.httpserver.nodelay") == null) {
      System.setProperty("sun.net.httpserver.nodelay", "true");
    }
    try {
      return HttpServer.create(Loopback.at(port), 0);
    } catch (BindException e) {
      throw new EmbeddedException(
          PORT_TAKEN,
          "cannot start the registry: port "
              + port
              + " on "
              + Loopback.HOST
              + " is taken by another program; stop it, or choose another with --registry-port"
              + " (0 = any free)",
          e);
    } catch (IOException e) {
      throw new EmbeddedException(
          FAILED, "cannot start the registry: no socket could be opened (" + e + ")", e);
    }
  }
}
