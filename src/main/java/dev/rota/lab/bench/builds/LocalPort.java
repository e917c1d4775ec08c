package dev.rota.lab.bench.builds;

import dev.rota.base.http.LoopbackAddress;
import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Services of gRPC on a free port of this machine, and channels to such ports. */
final class LocalPort implements AutoCloseable {
  private static final int THREADS = 8;
  private static final int CLOSE_SECONDS = 10;

  private final ExecutorService calls = Executors.newFixedThreadPool(THREADS);
  private final Server server;

  private LocalPort(List<BindableService> services) throws IOException {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(LoopbackAddress.at(0)).executor(calls);
    services.forEach(builder::addService);
    server = builder.build().start();
  }

  static LocalPort open(List<BindableService> services) throws IOException {
    return new LocalPort(services);
  }

  int number() {
    return server.getPort();
  }

  /** A connection. What it brings is read on its own thread, so nothing may block there. */
  static ManagedChannel channel(int port) throws UnknownHostException {
    return NettyChannelBuilder.forAddress(LoopbackAddress.at(port))
        .usePlaintext()
        .directExecutor()
        .build();
  }

  /** Ends what it still carries. */
  static void close(ManagedChannel channel) {
    channel.shutdownNow();
    try {
      channel.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    calls.shutdownNow(); // until then, it ends the calls
  }
}
