package dev.rota.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.testing.KeyTool;
import java.nio.file.Path;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryTlsTest {
  @TempDir Path folder;

  @Test
  void aServerIsBelievedOnlyUnderTheNameItsCertificateBears() throws Exception {
    Path store = certificateFor("localhost");
    try (StubRegistry stub = new StubRegistry(context(store))) {
      assertThat(open(store, "https://localhost:" + stub.port()).subjects()).isEmpty();
      assertThatThrownBy(() -> open(store, "https://127.0.0.1:" + stub.port()).subjects())
          .isInstanceOf(RegistryUnavailable.class)
          .hasMessageContaining("127.0.0.1");
      assertThat(stub.seen).hasSize(1);
    }
  }

  @Test
  void aServerNobodyVouchesForIsNotBelieved() throws Exception {
    try (StubRegistry stub = new StubRegistry(context(certificateFor("localhost")))) {
      Registry registry =
          Registry.open(
              Map.of("schema.registry.url", "https://localhost:" + stub.port(), "max.retries", 0));
      assertThatThrownBy(registry::subjects).isInstanceOf(RegistryUnavailable.class);
      assertThat(stub.seen).isEmpty();
    }
  }

  private static Registry open(Path trusted, String url) {
    return Registry.open(
        Map.of(
            "schema.registry.url",
            url,
            "max.retries",
            0,
            "schema.registry.ssl.truststore.location",
            trusted.toString(),
            "schema.registry.ssl.truststore.type",
            "PKCS12",
            "schema.registry.ssl.truststore.password",
            KeyTool.PASSWORD));
  }

  private Path certificateFor(String host) throws Exception {
    Path store = folder.resolve(host + ".p12");
    KeyTool.pair(store, "a", "-keyalg", "EC", "-dname", "CN=" + host, "-ext", "san=dns:" + host);
    return store;
  }

  private static SSLContext context(Path store) throws Exception {
    return KeyTool.context(KeyTool.load(store));
  }
}
