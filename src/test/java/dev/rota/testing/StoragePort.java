package dev.rota.testing;

import com.google.protobuf.MessageLite;
import dev.rota.base.blobs.BlobClient;
import dev.rota.base.blobs.BlobClient.BlobSource;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.lab.storage.StorageServer;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The lab's storage on a port of this machine, and a client's channel to it. */
public final class StoragePort implements AutoCloseable {
  private final StorageServer server;
  private final ManagedChannel channel;

  private StoragePort(StorageServer server, ManagedChannel channel) {
    this.server = server;
    this.channel = channel;
  }

  public static StoragePort open(Path dir, long bytesMax) throws IOException {
    StorageServer server = StorageServer.open(dir, bytesMax);
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", server.address().getPort())
            .usePlaintext()
            .maxInboundMessageSize(16 << 20)
            .build();
    return new StoragePort(server, channel);
  }

  /** Where others reach it: {@code grpc://HOST:PORT}. */
  public URI address() {
    return server.address();
  }

  public ManagedChannel channel() {
    return channel;
  }

  public int port() {
    return server.address().getPort();
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
    server.close();
  }
}
