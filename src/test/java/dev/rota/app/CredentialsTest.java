package dev.rota.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Credentials that are not set, or cannot be had, are an error of the configuration. */
class CredentialsTest {
  private static final String ALLOWED = "org.apache.kafka.sasl.oauthbearer.allowed.urls";
  private static final String NOBODY = "http://127.0.0.1:1/token";

  private ServerSocket port;

  @BeforeEach
  void open() throws IOException {
    port = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    System.clearProperty(ALLOWED);
    port.close();
  }

  @Test
  void noCredentialsAre78AndNameTheSetting() {
    Ran ran = list(Map.of());
    assertThat(ran.code()).as(ran.err()).isEqualTo(78);
    assertThat(ran.err())
        .contains("sasl.jaas.config is not set", "set sasl.mechanism and sasl.jaas.config")
        .doesNotContain("report it");
  }

  @Test
  void credentialsThatCannotBeReadAre78() {
    Ran ran = list(Map.of("ROTA_KAFKA_SASL_JAAS_CONFIG", "nonsense"));
    assertThat(ran.code()).as(ran.err()).isEqualTo(78);
    assertThat(ran.err()).contains("sasl.jaas.config cannot be read").doesNotContain("report it");
  }

  @Test
  void anIdentityProviderThatIsNotAllowedOrAwayIs78() {
    Map<String, String> oauth =
        Map.of(
            "ROTA_KAFKA_SASL_MECHANISM",
            "OAUTHBEARER",
            "ROTA_KAFKA_SASL_JAAS_CONFIG",
            "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required"
                + " clientId=\"rota\" clientSecret=\"secret\";",
            "ROTA_KAFKA_SASL_LOGIN_CALLBACK_HANDLER_CLASS",
            "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler",
            "ROTA_KAFKA_SASL_OAUTHBEARER_TOKEN_ENDPOINT_URL",
            NOBODY);
    Ran foreign = list(oauth);
    assertThat(foreign.code()).as(foreign.err()).isEqualTo(78);
    assertThat(foreign.err()).contains(ALLOWED).doesNotContain("report it");

    System.setProperty(ALLOWED, NOBODY);
    Ran away = list(oauth);
    assertThat(away.code()).as(away.err()).isEqualTo(78);
    assertThat(away.err())
        .contains("sasl.oauthbearer.token.endpoint.url", ALLOWED)
        .doesNotContain("report it");
  }

  private Ran list(Map<String, String> credentials) {
    Map<String, String> variables = new HashMap<>(credentials);
    variables.put("ROTA_HOME", "/nonexistent");
    variables.put("ROTA_KAFKA_SECURITY_PROTOCOL", "SASL_PLAINTEXT");
    return Ran.rota(variables, "", "topics", "list", "-b", "127.0.0.1:" + port.getLocalPort());
  }
}
