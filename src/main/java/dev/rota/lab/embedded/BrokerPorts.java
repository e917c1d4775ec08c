package dev.rota.lab.embedded;

import static dev.rota.lab.embedded.EmbeddedException.Reason.FAILED;
import static dev.rota.lab.embedded.EmbeddedException.Reason.PORT_TAKEN;

import dev.rota.base.http.LoopbackAddress;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * The broker's two sockets. They are bound before the broker starts, so that no other program can
 * take a chosen port. No port is stored: the voter announces its address at each start.
 */
final class BrokerPorts implements ServerSocketFactory, AutoCloseable {
  static final String BROKER = "PLAINTEXT";
  static final String CONTROLLER = "CONTROLLER";

  private final ServerSocketChannel broker;
  private final ServerSocketChannel controller;

  private BrokerPorts(ServerSocketChannel broker, ServerSocketChannel controller) {
    this.broker = broker;
    this.controller = controller;
  }

  /** Binds the client port, or any free one if {@code port} is 0, and a port for the quorum. */
  static BrokerPorts bind(int port) {
    try {
      var broker = bindBroker(port);
      try {
        return new BrokerPorts(broker, bound(0));
      } catch (IOException | RuntimeException e) {
        broker.close();
        throw e;
      }
    } catch (IOException e) {
      throw new EmbeddedException(
          FAILED, "cannot start the local broker: no socket could be opened (" + e + ")", e);
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

  private static ServerSocketChannel bindBroker(int port) throws IOException {
    try {
      return bound(port);
    } catch (BindException e) {
      throw new EmbeddedException(
          PORT_TAKEN,
          "cannot start the local broker: port "
              + port
              + " on "
              + LoopbackAddress.HOST
              + " is taken by another program; stop it, or choose another with --kafka-port"
              + " (0 = any free)",
          e);
    }
  }

  private static ServerSocketChannel bound(int port) throws IOException {
    var channel = ServerSocketChannel.open();
    try {
      return channel.bind(LoopbackAddress.at(port));
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }
}
