package dev.rota.lab.storage;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;

/** A storage on a port of this machine, for this machine alone. */
public final class StorageServer implements AutoCloseable {
  private static final int MESSAGE_BYTES_MAX = 16 << 20;

  private final DiskStorage storage;
  private final Server server;

  private StorageServer(DiskStorage storage, Server server) {
    this.storage = storage;
    this.server = server;
  }

  /** Opens a storage, as {@link DiskStorage#open} does, and a free port of it. */
  public static StorageServer open(Path dir, long bytesMax) throws IOException {
    return open(dir, bytesMax, 0);
  }

  /**
   * The same on a port that is known.
   *
   * @param port 0: a free one
   */
  public static StorageServer open(Path dir, long bytesMax, int port) throws IOException {
    DiskStorage storage = DiskStorage.open(dir, bytesMax);
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .maxInboundMessageSize(MESSAGE_BYTES_MAX)
            .addService(storage.capabilitiesService());
    storage.services().forEach(builder::addService);
    return new StorageServer(storage, builder.build().start());
  }

  /** Returns its address: {@code grpc://HOST:PORT}. */
  public URI address() {
    return URI.create("grpc://127.0.0.1:" + server.getPort());
  }

  @Override
  public void close() throws IOException {
    server.shutdownNow();
    try {
      server.awaitTermination();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    storage.close();
  }
}
