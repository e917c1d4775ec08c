package dev.rota.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.testing.ClosingPort;
import dev.rota.testing.KeyTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Credentials that are not set, or cannot be had, are an error of the configuration. */
class CredentialsTest {
  private static final String ALLOWED = "org.apache.kafka.sasl.oauthbearer.allowed.urls";
  private static final String NOBODY = "http://127.0.0.1:1/token";

  private ClosingPort port;

  @BeforeEach
  void open() {
    port = ClosingPort.open();
  }

  @AfterEach
  void close() {
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
  void anIdentityProviderThatIsNotAllowedIs78AndOneThatIsAway69() {
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
    assertThat(away.code()).as(away.err()).isEqualTo(69);
    assertThat(away.err())
        .contains("the identity provider does not answer: ConnectException")
        .contains("sasl.oauthbearer.token.endpoint.url")
        .doesNotContain("report it");
  }

  /** A store of keys, or of whom one trusts: by its file, its form or its password. */
  @ParameterizedTest
  @ValueSource(strings = {"KEYSTORE", "TRUSTSTORE"})
  void aStoreThatCannotBeOpenedIs78AndNamesTheFile(String kind, @TempDir Path dir)
      throws Exception {
    Path garbled = Files.writeString(dir.resolve("garbled"), "no store");
    Path locked = dir.resolve("locked.p12");
    KeyTool.pair(locked, "own", "-keyalg", "EC", "-dname", "CN=own");
    for (Path file : List.of(dir.resolve("none"), garbled, locked)) {
      for (String type : List.of("PKCS12", "PEM")) {
        Map<String, String> tls = new HashMap<>();
        tls.put("ROTA_KAFKA_SECURITY_PROTOCOL", "SSL");
        tls.put("ROTA_KAFKA_SSL_" + kind + "_LOCATION", file.toString());
        tls.put("ROTA_KAFKA_SSL_" + kind + "_TYPE", type);
        if (type.equals("PKCS12")) {
          tls.put("ROTA_KAFKA_SSL_" + kind + "_PASSWORD", "wrong");
        }
        Ran ran = list(tls);
        assertThat(ran.code()).as(type + " " + ran.err()).isEqualTo(78);
        assertThat(ran.err()).contains("ssl.keystore.*").doesNotContain("report it", "\tat ");
        assertThat(ran.err()).contains(file.toString());
      }
    }
  }

  private Ran list(Map<String, String> credentials) {
    Map<String, String> variables = new HashMap<>();
    variables.put("ROTA_HOME", "/nonexistent");
    variables.put("ROTA_KAFKA_SECURITY_PROTOCOL", "SASL_PLAINTEXT");
    variables.putAll(credentials);
    return Ran.rota(variables, "", "topics", "list", "-b", port.address());
  }
}
