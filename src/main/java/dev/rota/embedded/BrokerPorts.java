package dev.rota.embedded;

import static dev.rota.embedded.EmbeddedException.Reason.DIRECTORY_UNUSABLE;
import static dev.rota.embedded.EmbeddedException.Reason.PORT_TAKEN;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * The broker's two sockets, bound before the broker exists.
 *
 * <p>Nobody can take a port between its choice and its use, and the numbers are kept in {@code
 * ports.properties}: clients find a restarted broker where they left it, and the controller is
 * where the quorum's voter set says it is.
 */
final class BrokerPorts implements ServerSocketFactory, AutoCloseable {
  static final String HOST = "127.0.0.1";
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  static final String BROKER = "PLAINTEXT";
  static final String CONTROLLER = "CONTROLLER";
  private static final String FILE = "ports.properties";

  private final ServerSocketChannel broker;
  private final ServerSocketChannel controller;

  private BrokerPorts(ServerSocketChannel broker, ServerSocketChannel controller) {
    this.broker = broker;
    this.controller = controller;
  }

  /** Binds the port asked for, or the one used before, or any when {@code port} is 0. */
  static BrokerPorts bind(Path dir, int port) {
    var file = dir.resolve(FILE);
    try {
      var kept = read(file);
      var controller = bindController(kept.getOrDefault(CONTROLLER, 0), dir);
      try {
        var ports = new BrokerPorts(bindBroker(port, kept.getOrDefault(BROKER, 0)), controller);
        write(file, Map.of(BROKER, ports.brokerPort(), CONTROLLER, ports.controllerPort()));
        return ports;
      } catch (IOException | RuntimeException e) {
        controller.close();
        throw e;
      }
    } catch (IOException e) {
      throw new EmbeddedException(
          DIRECTORY_UNUSABLE,
          "cannot start the local broker: its ports file "
              + file
              + " cannot be used ("
              + e
              + "); repair or remove it, or give another --data-dir",
          e);
    }
  }

  int brokerPort() {
    return broker.socket().getLocalPort();
  }

  int controllerPort() {
    return controller.socket().getLocalPort();
  }

  @Override
  public ServerSocketChannel openServerSocket(
      String listenerName, InetSocketAddress address, int backlog, int receiveBuffer)
      throws IOException {
    var channel = address.getPort() == brokerPort() ? broker : controller;
    channel.configureBlocking(false);
    return channel;
  }

  @Override
  public void close() throws IOException {
    broker.close();
    controller.close();
  }

  private static ServerSocketChannel bindBroker(int wanted, int kept) throws IOException {
    if (wanted == 0 && kept != 0) {
      try {
        return bound(kept);
      } catch (BindException taken) {
        return bound(0);
      }
    }
    try {
      return bound(wanted);
    } catch (BindException e) {
      throw new EmbeddedException(
          PORT_TAKEN,
          "cannot start the local broker: port "
              + wanted
              + " on "
              + HOST
              + " is taken by another program; stop it, or choose another with --kafka-port"
              + " (0 = any free)",
          e);
    }
  }

  // The controller's port is part of the formatted metadata, so another one will not do.
  private static ServerSocketChannel bindController(int kept, Path dir) throws IOException {
    try {
      return bound(kept);
    } catch (BindException e) {
      throw new EmbeddedException(
          PORT_TAKEN,
          "cannot start the local broker: port "
              + kept
              + ", its internal port in "
              + dir
              + ", is taken by another program; stop that program or give another --data-dir"
              + " (--kafka-port does not change this one)",
          e);
    }
  }

  private static ServerSocketChannel bound(int port) throws IOException {
    var channel = ServerSocketChannel.open();
    try {
      return channel.bind(new InetSocketAddress(InetAddress.getByAddress(HOST, LOOPBACK), port));
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static Map<String, Integer> read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Map.of();
    }
    var properties = new Properties();
    try (var in = Files.newBufferedReader(file)) {
      properties.load(in);
      return Map.of(
          BROKER, Integer.parseInt(properties.getProperty(BROKER)),
          CONTROLLER, Integer.parseInt(properties.getProperty(CONTROLLER)));
    } catch (IllegalArgumentException e) {
      throw new IOException("it does not hold two port numbers", e);
    }
  }

  // Moved into place: a kill in mid-write must not leave half a file.
  private static void write(Path file, Map<String, Integer> ports) throws IOException {
    var properties = new Properties();
    ports.forEach((name, port) -> properties.setProperty(name, Integer.toString(port)));
    var next = file.resolveSibling(FILE + ".next");
    try (var out = Files.newBufferedWriter(next)) {
      properties.store(out, null);
    }
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
