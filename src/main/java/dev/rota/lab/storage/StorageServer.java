package dev.rota.lab.storage;

import dev.rota.base.blobs.MessageMemory;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A storage on a port of this machine, for this machine alone. */
public final class StorageServer implements AutoCloseable {
  private static final int MESSAGE_BYTES_MAX = 16 << 20;

  private static final int CALLS_PER_CONNECTION_MAX = 10_000;

  /** They wait for the disk, and each may have a message in its hands. */
  private static final int WORKERS = 32;

  private final DiskStorage storage;
  private final ExecutorService workers;
  private final Server server;

  private StorageServer(DiskStorage storage, int port) throws IOException {
    this.storage = storage;
    workers =
        Executors.newFixedThreadPool(
            WORKERS, Thread.ofPlatform().daemon().name("storage").factory());
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .executor(workers)
            .maxConcurrentCallsPerConnection(CALLS_PER_CONNECTION_MAX)
            .maxInboundMessageSize(MESSAGE_BYTES_MAX)
            .addService(storage.capabilitiesService());
    storage.services().forEach(builder::addService);
    MessageMemory.bound(builder);
    server = builder.build().start();
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
    try {
      return new StorageServer(storage, port);
    } catch (IOException e) {
      storage.close();
      throw e;
    }
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
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    workers.shutdown();
    storage.close();
  }
}
