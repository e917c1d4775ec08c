package dev.rota.faults;

import dev.rota.lab.storage.DiskStorage;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/** The lab's storage in a JVM of its own, on a port that it has again after a restart. */
final class StorageNode {
  private static final long BYTES_MAX = 1L << 30;

  private StorageNode() {}

  /** Arguments: the port, and the folder. */
  public static void main(String[] args) throws Exception {
    InetSocketAddress at =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
    try (DiskStorage storage = DiskStorage.open(Path.of(args[1]), BYTES_MAX)) {
      NettyServerBuilder builder =
          NettyServerBuilder.forAddress(at)
              .maxInboundMessageSize(16 << 20)
              .addService(storage.capabilitiesService());
      storage.services().forEach(builder::addService);
      builder.build().start().awaitTermination();
    }
  }
}
