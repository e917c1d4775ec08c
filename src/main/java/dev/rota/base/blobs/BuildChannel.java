package dev.rota.base.blobs;

import dev.rota.base.http.LoopbackAddress;
import dev.rota.base.http.PemReader;
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
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
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
  private static final Map<String, ?> WAITING_FOR_STORAGE =
      Map.of(
          "methodConfig",
          List.of(
              Map.of(
                  "name",
                  Stream.of(
                          "build.bazel.remote.execution.v2.ContentAddressableStorage",
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
   * @param authorities none: those that Java knows
   * @param chain the client's certificate, and those that lead to its authority; none: it shows
   *     none
   * @param key of its certificate; null: it shows none
   */
  public record ChannelSecurity(
      String token,
      List<X509Certificate> authorities,
      List<X509Certificate> chain,
      PrivateKey key) {
    public static final ChannelSecurity NONE =
        new ChannelSecurity(null, List.of(), List.of(), null);

    /**
     * Reads files in PEM. Each may be null.
     *
     * @throws dev.rota.base.http.BadPem if one cannot be used
     */
    public static ChannelSecurity of(String token, Path authorities, Path certificate, Path key)
        throws IOException {
      return new ChannelSecurity(
          token,
          authorities == null ? List.of() : PemReader.certificates(authorities),
          certificate == null ? List.of() : PemReader.certificates(certificate),
          key == null ? null : PemReader.key(key));
    }
  }

  /**
   * Makes a channel, which connects when it is first used. A call fails while nobody is there.
   *
   * @param address {@code grpc://HOST:PORT}, or {@code grpcs} for TLS; a name may have several
   *     addresses, any of which will do
   * @throws IOException if key and certificate do not belong together
   */
  public static ManagedChannel open(URI address, ChannelSecurity security) throws IOException {
    return builder(address, security).build();
  }

  /** The same, whose calls about blobs wait for a storage that is gone for a while. */
  public static ManagedChannel openPatient(URI address, ChannelSecurity security)
      throws IOException {
    return builder(address, security).defaultServiceConfig(WAITING_FOR_STORAGE).build();
  }

  private static NettyChannelBuilder builder(URI address, ChannelSecurity security)
      throws IOException {
    int port = address.getPort() < 0 ? USUAL_PORT : address.getPort();
    NettyChannelBuilder builder =
        NettyChannelBuilder.forTarget("dns:///" + address.getHost() + ":" + port)
            .maxInboundMessageSize(MESSAGE_BYTES_MAX);
    if (isSecure(address)) {
      SslContextBuilder tls = GrpcSslContexts.forClient();
      if (!security.authorities().isEmpty()) {
        tls.trustManager(security.authorities());
      }
      if (security.key() != null) {
        tls.keyManager(security.key(), security.chain());
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
    return builder;
  }

  private static boolean isSecure(URI address) {
    return address.getScheme().equals(TLS);
  }

  /** Returns true if what is sent there can be read on its way: a token is none any more. */
  public static boolean isExposed(URI address) {
    return !isSecure(address) && !LoopbackAddress.isNamed(address.getHost());
  }

  /** Returns whether an address names a host, by one of the two schemes. */
  public static boolean isAddress(URI address) {
    return address.getHost() != null
        && address.getScheme() != null
        && (isSecure(address) || address.getScheme().equals("grpc"));
  }
}
