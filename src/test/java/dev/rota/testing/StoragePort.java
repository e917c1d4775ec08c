package dev.rota.testing;

import com.google.protobuf.MessageLite;
import dev.rota.base.blobs.BlobClient;
import dev.rota.base.blobs.BlobClient.BlobSource;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.lab.storage.DiskStorage;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The lab's storage on a port of this machine, and a client's channel to it. */
public final class StoragePort implements AutoCloseable {
  private final DiskStorage storage;
  private final Server server;
  private final ManagedChannel channel;

  private StoragePort(DiskStorage storage, Server server, ManagedChannel channel) {
    this.storage = storage;
    this.server = server;
    this.channel = channel;
  }

  public static StoragePort open(Path dir, long bytesMax) throws IOException {
    DiskStorage storage = DiskStorage.open(dir, bytesMax);
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .maxInboundMessageSize(16 << 20)
            .addService(storage.capabilitiesService());
    storage.services().forEach(builder::addService);
    Server server = builder.build().start();
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", server.getPort())
            .usePlaintext()
            .maxInboundMessageSize(16 << 20)
            .build();
    return new StoragePort(storage, server, channel);
  }

  public ManagedChannel channel() {
    return channel;
  }

  public int port() {
    return server.getPort();
  }

  public BlobClient client() {
    return new BlobClient(channel, "lab", Duration.ofMinutes(5));
  }

  public BlobDigest put(byte[] content) throws IOException {
    BlobDigest digest = BlobDigest.of(content);
    client().upload(Map.of(digest, BlobSource.of(content)));
    return digest;
  }

  public BlobDigest put(MessageLite message) throws IOException {
    return put(message.toByteArray());
  }

  @Override
  public void close() throws IOException {
    channel.shutdownNow();
    server.shutdownNow();
    try {
      server.awaitTermination();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    storage.close();
  }
}
