package dev.rota.app.builds;

import io.grpc.ClientInterceptor;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Channels to front doors and storages. */
public final class BuildChannel {
  private static final int USUAL_PORT = 8980;
  private static final int MESSAGE_BYTES_MAX = 16 << 20;
  private static final String TLS = "grpcs";

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  /**
   * A storage that is gone for a while is waited for, as long as a message may take. A front door
   * is not: there may be another one.
   */
  private static final Map<String, ?> STORAGE_IS_WAITED_FOR =
      Map.of(
          "methodConfig",
          List.of(
              Map.of(
                  "name",
                  Stream.of(
                          "build.bazel.remote.execution.v2.ContentAddressableStorage",
                          "build.bazel.remote.execution.v2.ActionCache",
                          "google.bytestream.ByteStream")
                      .map(service -> Map.of("service", service))
                      .toList(),
                  "waitForReady",
                  true,
                  "retryPolicy",
                  Map.of(
                      "maxAttempts",
                      5.0,
                      "initialBackoff",
                      "0.5s",
                      "maxBackoff",
                      "10s",
                      "backoffMultiplier",
                      3.0,
                      "retryableStatusCodes",
                      List.of("UNAVAILABLE")))));

  private BuildChannel() {}

  /**
   * As whom a client comes, and whom it trusts.
   *
   * @param token null: none
   * @param authorities in PEM; null: those that Java knows
   * @param certificate in PEM; null, as its key: the client shows none
   */
  public record ChannelSecurity(String token, Path authorities, Path certificate, Path key) {
    public static final ChannelSecurity NONE = new ChannelSecurity(null, null, null, null);
  }

  /**
   * Makes a channel, which connects when it is first used.
   *
   * @param address {@code grpc://HOST:PORT}, or {@code grpcs} for TLS; a name may have several
   *     addresses, any of which will do
   * @throws IOException if a file of TLS cannot be read
   */
  public static ManagedChannel open(URI address, ChannelSecurity security) throws IOException {
    int port = address.getPort() < 0 ? USUAL_PORT : address.getPort();
    NettyChannelBuilder builder =
        NettyChannelBuilder.forTarget("dns:///" + address.getHost() + ":" + port)
            .maxInboundMessageSize(MESSAGE_BYTES_MAX)
            .defaultServiceConfig(STORAGE_IS_WAITED_FOR);
    if (isSecure(address)) {
      SslContextBuilder tls = GrpcSslContexts.forClient();
      if (security.authorities() != null) {
        tls.trustManager(security.authorities().toFile());
      }
      if (security.certificate() != null) {
        tls.keyManager(security.certificate().toFile(), security.key().toFile());
      }
      builder.sslContext(tls.build());
    } else {
      builder.usePlaintext();
    }
    if (security.token() != null) {
      Metadata headers = new Metadata();
      headers.put(AUTHORIZATION, "Bearer " + security.token());
      ClientInterceptor telling = MetadataUtils.newAttachHeadersInterceptor(headers);
      builder.intercept(telling);
    }
    return builder.build();
  }

  static boolean isSecure(URI address) {
    return address.getScheme().equals(TLS);
  }

  /** Returns whether an address names a host, by one of the two schemes. */
  static boolean isAddress(URI address) {
    return address.getHost() != null
        && address.getScheme() != null
        && (isSecure(address) || address.getScheme().equals("grpc"));
  }
}
