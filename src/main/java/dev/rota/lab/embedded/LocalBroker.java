package dev.rota.lab.embedded;

import static dev.rota.lab.embedded.EmbeddedException.Reason.DIRECTORY_UNUSABLE;
import static dev.rota.lab.embedded.EmbeddedException.Reason.FAILED;

import dev.rota.base.http.LoopbackAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;
import kafka.server.SharedServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.raft.QuorumConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real KRaft broker in this process. Topics, offsets and transactions are kept in its directory
 * and survive a stop or a kill.
 *
 * <p>Kafka keeps JVM-wide registries of metrics, so a process runs at most one.
 */
public final class LocalBroker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LocalBroker.class);
  private static final Duration GOODBYE_MAX = Duration.ofSeconds(10);

  private final DirectoryLock lock;
  private final BrokerPorts ports;
  private final BrokerFaults faults = BrokerFaults.watch();
  private final String bootstrap;
  private ControllerServer controller;
  private BrokerServer broker;

  private LocalBroker(DirectoryLock lock, BrokerPorts ports) {
    this.lock = lock;
    this.ports = ports;
    this.bootstrap = LoopbackAddress.HOST + ":" + ports.brokerPort();
  }

  /**
   * Starts a broker and waits until it serves.
   *
   * @param dir data directory; created if missing, and readable by its owner only
   * @param port client port on 127.0.0.1; 0: any free port
   * @throws EmbeddedException if the port or the directory is taken, or the broker does not start
   */
  public static LocalBroker start(Path dir, int port) {
    return start(dir, port, Map.of());
  }

  /** Like {@link #start(Path, int)}, with overrides of the built-in broker settings. */
  public static LocalBroker start(Path dir, int port, Map<String, String> overrides) {
    var home = dir.toAbsolutePath();
    var lock = DirectoryLock.take(home);
    LocalBroker broker;
    try {
      broker = new LocalBroker(lock, BrokerPorts.bind(port));
    } catch (EmbeddedException e) {
      closeQuietly("directory lock", lock);
      throw e;
    }
    broker.run(home.resolve("data"), overrides);
    return broker;
  }

  /** Returns the clients' address, {@code host:port}. */
  public String bootstrap() {
    return bootstrap;
  }

  /** Returns the first fatal fault, or empty if there is none. */
  public Optional<Throwable> fault() {
    return faults.first();
  }

  /** Stops the broker and leaves the directory ready for the next start. */
  @Override
  public void close() {
    if (broker != null) {
      closeQuietly("broker", () -> broker.shutdown(GOODBYE_MAX));
    }
    if (controller != null) {
      closeQuietly("controller", controller::shutdown);
    }
    closeQuietly("ports", ports);
    closeQuietly("fault watch", faults);
    closeQuietly("directory lock", lock);
  }

  private void run(Path data, Map<String, String> overrides) {
    var up = false;
    try {
      var config = BrokerConfig.of(data, ports, overrides);
      BrokerFormat.ifMissing(data, ports.controllerPort());
      serve(config);
      up = true;
    } catch (IOException e) {
      throw new EmbeddedException(
          DIRECTORY_UNUSABLE,
          "cannot start the local broker: its data in "
              + data
              + " cannot be used ("
              + e
              + "); "
              + "free the disk or give another --data-dir",
          e);
    } catch (Exception e) { // Kafka's start throws undeclared checked exceptions of any kind
      throw failed(data, e);
    } finally {
      if (!up) {
        close();
      }
    }
  }

  private EmbeddedException failed(Path data, Exception e) {
    var cause = fault().orElse(e);
    return new EmbeddedException(
        FAILED,
        "cannot start the local broker: Kafka gave up ("
            + cause
            + "); if its data in "
            + data
            + " are damaged, move them away or give another --data-dir",
        e);
  }

  private void serve(KafkaConfig config) throws Exception {
    var dirs = KafkaRaftServer.initializeLogDirs(config, LOG, "");
    var quorum = config.quorumConfig();
    var shared =
        new SharedServer(
            config,
            dirs._1(),
            Time.SYSTEM,
            Server.initializeMetrics(config, Time.SYSTEM, dirs._1().clusterId().orElseThrow()),
            CompletableFuture.completedFuture(Map.of()),
            QuorumConfig.parseBootstrapServers(quorum.bootstrapServers()),
            faults,
            ports);
    controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), dirs._2());
    broker = new BrokerServer(shared);
    controller.startup();
    EarlierRun.awaitEnd(
        shared.loader(), faults, Duration.ofMillis(config.serverMaxStartupTimeMs()));
    broker.startup();
  }

  // If one part fails to close, the others must still be closed.
  private static void closeQuietly(String part, AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception e) {
      LOG.warn("the local broker's {} did not close cleanly", part, e);
    }
  }
}
