package dev.rota.serving.builds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.base.http.LoopbackAddress;
import dev.rota.base.http.PortTls;
import dev.rota.protocols.health.HealthCheckRequest;
import dev.rota.protocols.health.HealthGrpc;
import dev.rota.testing.PemCertificate;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A front door speaks TLS as other ports do. */
class DoorCertificateTest {
  private static final String[] NAMES = {"-ext", "san=dns:localhost,ip:127.0.0.1"};

  @TempDir private Path dir;

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private Server server;

  @AfterEach
  void close() {
    server.shutdownNow();
    timer.shutdownNow();
  }

  private void serve(PemCertificate certificate, Path clients) throws IOException {
    PortTls tls = PortTls.of(certificate.file, certificate.key, clients);
    server =
        NettyServerBuilder.forAddress(LoopbackAddress.at(0), DoorCertificate.of(tls, timer))
            .build()
            .start();
  }

  /** Returns true if a client that trusts this certificate alone reaches the server. */
  private boolean isReached(PemCertificate trusted, PemCertificate shown) throws IOException {
    TlsChannelCredentials.Builder tls =
        TlsChannelCredentials.newBuilder().trustManager(trusted.file.toFile());
    if (shown != null) {
      tls.keyManager(shown.file.toFile(), shown.key.toFile());
    }
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", server.getPort(), tls.build()).build();
    try {
      var _ = HealthGrpc.newBlockingStub(channel).check(HealthCheckRequest.getDefaultInstance());
      throw new AssertionError("the server has no services");
    } catch (StatusRuntimeException e) {
      return e.getStatus().getCode() == Status.Code.UNIMPLEMENTED;
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  void aRenewedCertificateCountsFromTheNextConnectionOn() throws Exception {
    PemCertificate one = PemCertificate.make(dir, "one", "EC", NAMES);
    PemCertificate first = PemCertificate.make(dir, "first", "EC", NAMES);
    PemCertificate next = PemCertificate.make(dir, "next", "EC", NAMES);
    Files.copy(first.file, one.file, StandardCopyOption.REPLACE_EXISTING);
    Files.copy(first.key, one.key, StandardCopyOption.REPLACE_EXISTING);
    serve(one, null);
    assertThat(isReached(first, null)).isTrue();
    assertThat(isReached(next, null)).isFalse();

    Files.copy(next.file, one.file, StandardCopyOption.REPLACE_EXISTING);
    Files.copy(next.key, one.key, StandardCopyOption.REPLACE_EXISTING);
    await().until(() -> isReached(next, null));
    assertThat(isReached(first, null)).isFalse();
  }

  @Test
  void clientsShowACertificateIfTheyAreAsked() throws Exception {
    PemCertificate one = PemCertificate.make(dir, "server", "RSA", NAMES);
    PemCertificate client = PemCertificate.make(dir, "client", "EC", NAMES);
    PemCertificate other = PemCertificate.make(dir, "other", "EC", NAMES);
    serve(one, client.file);
    assertThat(isReached(one, client)).isTrue();
    assertThat(isReached(one, other)).isFalse();
    assertThat(isReached(one, null)).isFalse();
  }
}
