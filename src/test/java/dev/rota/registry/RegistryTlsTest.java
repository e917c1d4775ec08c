package dev.rota.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryTlsTest {
  private static final String PASSWORD = "changeit";

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
            PASSWORD));
  }

  private Path certificateFor(String host) throws Exception {
    Path store = folder.resolve(host + ".p12");
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    Process made =
        new ProcessBuilder(
                keytool.toString(),
                "-genkeypair",
                "-alias",
                "a",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + host,
                "-ext",
                "san=dns:" + host,
                "-validity",
                "30",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(made.waitFor()).isZero();
    return store;
  }

  private static SSLContext context(Path store) throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }
}
