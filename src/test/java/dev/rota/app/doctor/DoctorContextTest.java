package dev.rota.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.lab.embedded.TokenServer;
import dev.rota.road.topics.rights.TopicRole;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An identity provider that takes connections and never answers holds up nothing else. */
class DoctorContextTest {
  private static final String OAUTH = "org.apache.kafka.common.security.oauthbearer.OAuthBearer";

  /** Far less than the provider is waited for. */
  private static final Duration SOON = Patience.MAX.dividedBy(2);

  private final String allowedBefore = System.getProperty(TokenServer.ALLOWED);
  private ServerSocket kafka;
  private ServerSocket provider;

  @BeforeEach
  void listen() throws IOException {
    kafka = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    provider = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    System.setProperty(TokenServer.ALLOWED, url());
  }

  @AfterEach
  void leave() throws IOException {
    kafka.close();
    provider.close();
    if (allowedBefore == null) {
      System.clearProperty(TokenServer.ALLOWED);
    } else {
      System.setProperty(TokenServer.ALLOWED, allowedBefore);
    }
  }

  private String url() {
    return "http://127.0.0.1:" + provider.getLocalPort() + "/token";
  }

  private DoctorContext context(Map<String, String> more) {
    Map<String, String> variables =
        new HashMap<>(
            Map.of(
                "ROTA_KAFKA_SECURITY_PROTOCOL", "SASL_PLAINTEXT",
                "ROTA_KAFKA_SASL_MECHANISM", "OAUTHBEARER",
                "ROTA_KAFKA_SASL_LOGIN_CALLBACK_HANDLER_CLASS", OAUTH + "LoginCallbackHandler",
                "ROTA_KAFKA_SASL_OAUTHBEARER_TOKEN_ENDPOINT_URL", url(),
                "ROTA_KAFKA_SASL_OAUTHBEARER_CLIENT_CREDENTIALS_CLIENT_ID", "rota",
                "ROTA_KAFKA_SASL_OAUTHBEARER_CLIENT_CREDENTIALS_CLIENT_SECRET", "secret",
                "ROTA_KAFKA_SASL_JAAS_CONFIG", OAUTH + "LoginModule required;"));
    variables.putAll(more);
    var settings =
        new SettingsSources()
            .environment(variables)
            .flag("-b", KnownSettings.BOOTSTRAP, "127.0.0.1:" + kafka.getLocalPort())
            .flag("--registry", KnownSettings.REGISTRY, "http://127.0.0.1:1")
            .load();
    return new DoctorContext(settings, TopicRole.ENGINE, List.of());
  }

  @Test
  void aClientThatIsBeingOpenedHoldsUpNoOtherAndNotTheEnd() throws Exception {
    String longer = Long.toString(Patience.MAX.toMillis());
    var context = context(Map.of("ROTA_KAFKA_SASL_LOGIN_READ_TIMEOUT_MS", longer));
    var opening = new FutureTask<ClusterAdmin>(context::cluster);
    Thread check = new Thread(opening, "a check whose time is up");
    check.setDaemon(true);
    check.start();
    provider.setSoTimeout((int) SOON.toMillis());
    try (Socket asked = provider.accept()) {
      assertThat(asked.isConnected()).isTrue();
      assertTimeoutPreemptively(
          SOON,
          () -> {
            assertThat(context.registry()).isNotNull();
            context.close();
          });
      assertThat(opening.isDone()).isFalse();
    }
    provider.close();
    assertThatThrownBy(() -> opening.get(SOON.toSeconds(), TimeUnit.SECONDS)).isNotNull();
  }

  @Test
  void aCommandDoesNotWaitForAProviderThatIsSilentUnlessItIsToldTo() {
    Map<String, Object> configs = ClusterAdmin.configs(context(Map.of()).settings());
    assertThat(configs)
        .containsEntry("sasl.login.connect.timeout.ms", 3_000)
        .containsEntry("sasl.login.read.timeout.ms", 5_000);
    var told = context(Map.of("ROTA_KAFKA_SASL_LOGIN_READ_TIMEOUT_MS", "70000"));
    assertThat(ClusterAdmin.configs(told.settings()))
        .containsEntry("sasl.login.read.timeout.ms", "70000");
  }
}
