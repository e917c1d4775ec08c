package dev.rota.registry;

import static dev.rota.registry.Samples.ORDER;
import static dev.rota.registry.Samples.ORDER_2;
import static dev.rota.registry.Samples.ORDER_BROKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.registry.StubRegistry.Fault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.RetriableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpRegistryTest {
  private StubRegistry stub;

  @BeforeEach
  void start() throws IOException {
    stub = new StubRegistry();
  }

  @AfterEach
  void stop() {
    stub.close();
  }

  @Test
  void itSpeaksTheWholeSubset() {
    Registry registry = open(Map.of());

    int id = registry.register("a/b value", ORDER);

    assertThat(registry.lookup("a/b value", ORDER)).isEqualTo(id);
    assertThat(registry.byId(id)).isEqualTo(ORDER);
    assertThat(registry.byGuid(SchemaText.guid(ORDER))).isEqualTo(ORDER);
    assertThat(registry.latest("a/b value"))
        .isEqualTo(new RegisteredSchema("a/b value", 1, id, ORDER));
    assertThat(registry.subjects()).containsExactly("a/b value");
    assertThat(registry.testCompatibility("a/b value", ORDER_2)).isEmpty();
    assertThat(registry.testCompatibility("a/b value", ORDER_BROKEN)).isNotEmpty();
    assertThat(registry.compatibility("a/b value")).isEqualTo(CompatibilityLevel.BACKWARD);
    registry.compatibility("a/b value", CompatibilityLevel.NONE);
    assertThat(registry.compatibility("a/b value")).isEqualTo(CompatibilityLevel.NONE);
    assertThat(stub.seen.get(0).uri()).startsWith("/subjects/a%2Fb%20value/versions");
  }

  @Test
  void aRefusalCarriesStatusAndCode() {
    assertThatThrownBy(() -> open(Map.of()).byId(99))
        .isInstanceOfSatisfying(
            RegistryRefused.class,
            e -> {
              assertThat(e.status()).isEqualTo(404);
              assertThat(e.errorCode()).isEqualTo(40403);
              assertThat(e.notFound()).isTrue();
            });
    assertThat(stub.seen).hasSize(1);
  }

  @Test
  void aPassingFaultIsRetried() {
    stub.schemas.register("s", ORDER);
    stub.faults.add(Fault.status(503));
    stub.faults.add(Fault.status(429));
    stub.faults.add(Fault.status(500));

    assertThat(open(Map.of()).byId(1)).isEqualTo(ORDER);
    assertThat(stub.seen).hasSize(4);
  }

  @Test
  void aLastingFaultIsUnavailableAndTheRecordIsNotToBlame() {
    for (int i = 0; i < 8; i++) {
      stub.faults.add(Fault.status(500));
    }
    AvroDeserializer deserializer = new AvroDeserializer();
    deserializer.configure(config(Map.of("max.retries", 1)), false);

    assertThatThrownBy(() -> deserializer.deserialize("t", Samples.bytes(0, 0, 0, 0, 1, 2)))
        .isInstanceOf(RegistryUnavailable.class)
        .isInstanceOf(RetriableException.class)
        .hasMessageContaining("answered 500")
        .hasMessageContaining("2 attempts");
    assertThat(stub.seen).hasSize(2);
  }

  @Test
  void aDeadAddressIsPassedOverAndTheLiveOneKept() throws IOException {
    stub.schemas.register("s", ORDER);
    String urls = "http://127.0.0.1:" + deadPort() + "," + stub.url();
    Registry registry = open(Map.of("schema.registry.url", urls, "max.retries", 0));

    assertThat(registry.byId(1)).isEqualTo(ORDER);
    assertThat(registry.byId(1)).isEqualTo(ORDER);
    assertThatThrownBy(() -> registry.byId(2)).isInstanceOf(RegistryRefused.class);
  }

  @Test
  void noAddressAtAllIsUnavailable() throws IOException {
    String dead = "http://127.0.0.1:" + deadPort();
    Registry registry = open(Map.of("schema.registry.url", dead, "max.retries", 1));

    assertThatThrownBy(() -> registry.byId(1))
        .isInstanceOf(RegistryUnavailable.class)
        .hasMessageContaining(dead);
  }

  @Test
  void aSilentRegistryIsUnavailable() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
      Registry registry =
          open(
              Map.of(
                  "schema.registry.url", "http://127.0.0.1:" + silent.getLocalPort(),
                  "max.retries", 0,
                  "http.read.timeout.ms", 100));

      assertThatThrownBy(() -> registry.byId(1)).isInstanceOf(RegistryUnavailable.class);
    }
  }

  @Test
  void redirectsAreNotFollowed() throws IOException {
    try (StubRegistry other = new StubRegistry()) {
      stub.faults.add(new Fault(302, new byte[0], Map.of("Location", other.url() + "/subjects")));

      assertThatThrownBy(() -> open(Map.of()).subjects())
          .isInstanceOf(RegistryRefused.class)
          .hasMessageContaining("redirects are not followed");
      assertThat(other.seen).isEmpty();
    }
  }

  @Test
  void anAnswerWithoutEndIsCutOff() {
    byte[] flood = new byte[HttpTransport.BODY_BYTES_MAX + 1];
    stub.faults.add(new Fault(200, flood, Map.of()));

    assertThatThrownBy(() -> open(Map.of("max.retries", 0)).subjects())
        .isInstanceOf(RegistryUnavailable.class)
        .hasMessageContaining("longer than");
  }

  @Test
  void anAnswerThatIsNotJsonIsUnavailable() {
    stub.faults.add(new Fault(200, "<html>".getBytes(StandardCharsets.UTF_8), Map.of()));

    assertThatThrownBy(() -> open(Map.of()).subjects())
        .isInstanceOf(RegistryUnavailable.class)
        .hasMessageContaining("not JSON");
  }

  @Test
  void userAndPasswordGoAsBasic() {
    String basic = "Basic " + base64("user:p:ss");
    assertThat(
            sent(
                Map.of(
                    "basic.auth.credentials.source", "USER_INFO",
                    "basic.auth.user.info", "user:p:ss")))
        .isEqualTo(basic);
    assertThat(
            sent(
                Map.of(
                    "schema.registry.basic.auth.credentials.source", "USER_INFO",
                    "schema.registry.basic.auth.user.info", "user:p:ss")))
        .isEqualTo(basic);
  }

  @Test
  void userAndPasswordCanComeFromTheAddress() {
    String url = "http://user:p%40ss@127.0.0.1:" + stub.port();
    Map<String, Object> config = Map.of("schema.registry.url", url);
    assertThat(sent(config)).isNull();

    Map<String, Object> named = new HashMap<>(config);
    named.put("basic.auth.credentials.source", "URL");
    assertThat(sent(named)).isEqualTo("Basic " + base64("user:p@ss"));
  }

  @Test
  void userAndPasswordCanBeThoseOfKafka() {
    assertThat(
            sent(
                Map.of(
                    "basic.auth.credentials.source",
                    "SASL_INHERIT",
                    "sasl.jaas.config",
                    "org.apache.kafka.common.security.plain.PlainLoginModule required"
                        + " username=\"kafka\" password=\"secret\";")))
        .isEqualTo("Basic " + base64("kafka:secret"));
  }

  @Test
  void aTokenGoesAsBearerAndOwnHeadersToo() {
    assertThat(sent(Map.of("bearer.auth.token", "abc", "request.header.X-Team", "rota")))
        .isEqualTo("Bearer abc");
    assertThat(stub.seen.get(0).header("X-team")).isEqualTo("rota");
    assertThat(sent(Map.of("schema.registry.bearer.auth.token", "abc"))).isEqualTo("Bearer abc");
  }

  @Test
  void refusedCredentialsAreNeverPrinted() {
    stub.faults.add(Fault.status(401));
    String url = "http://user:hidden@127.0.0.1:" + stub.port();
    Registry registry =
        open(Map.of("schema.registry.url", url, "basic.auth.credentials.source", "URL"));

    assertThatThrownBy(registry::subjects)
        .isInstanceOf(RegistryRefused.class)
        .hasMessageContaining("401")
        .hasMessageContaining("basic.auth.credentials.source")
        .hasMessageNotContaining("hidden");
  }

  @Test
  void configurationThatCannotWorkIsRefusedAtOnce() {
    for (Map<String, Object> bad :
        java.util.List.<Map<String, Object>>of(
            Map.of("schema.registry.url", "ftp://x"),
            Map.of("schema.registry.url", "http://a b"),
            Map.of("basic.auth.credentials.source", "GUESS"),
            Map.of("basic.auth.credentials.source", "USER_INFO"),
            Map.of("request.header.Host", "x"),
            Map.of("proxy.host", "p"),
            Map.of("schema.registry.ssl.endpoint.identification.algorithm", ""))) {
      assertThatThrownBy(() -> open(bad)).as("%s", bad).isInstanceOf(ConfigException.class);
    }
  }

  @Test
  void aProxyIsUsedWhenNamed() {
    Registry registry =
        open(
            Map.of(
                "schema.registry.url", "http://registry.invalid:8081",
                "proxy.host", "127.0.0.1",
                "proxy.port", stub.port()));

    assertThat(registry.subjects()).isEmpty();
    assertThat(stub.seen.get(0).uri()).isEqualTo("http://registry.invalid:8081/subjects");
  }

  @Test
  void steadyStateMakesNoCalls() {
    AvroSerde serde = new AvroSerde();
    serde.configure(config(Map.of()), false);
    for (int i = 0; i < 100; i++) {
      byte[] written = serde.serializer().serialize("t", Samples.order(i, "tea"));
      assertThat(serde.deserializer().deserialize("t", written)).isEqualTo(Samples.order(i, "tea"));
    }
    assertThat(stub.seen).hasSize(2);
  }

  private String sent(Map<String, ?> more) {
    stub.seen.clear();
    open(more).subjects();
    return stub.seen.get(0).header("Authorization");
  }

  private Registry open(Map<String, ?> more) {
    return Registry.open(config(more));
  }

  private Map<String, Object> config(Map<String, ?> more) {
    Map<String, Object> config = new HashMap<>();
    config.put("schema.registry.url", stub.url() + "/");
    config.put("retries.wait.ms", 1);
    config.putAll(more);
    return config;
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static int deadPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
