package dev.rota.app.follower;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.trust.KeyFile;
import dev.rota.base.text.Utf8Text;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;

/** TLS of a client from PEM files, which Kafka's own code reads. */
final class PemStores {
  private static final String PEM = "PEM";

  private PemStores() {}

  /**
   * Whom a client trusts, and as whom it comes.
   *
   * @param authorities null: those that Java knows
   * @param certificate null, as its key: the client shows none
   * @return empty if there is nothing to read
   */
  static Optional<SSLContext> context(Path authorities, Path certificate, Path key)
      throws IOException {
    Map<String, Object> settings = new HashMap<>();
    if (authorities != null) {
      settings.put(SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG, PEM);
      settings.put(SslConfigs.SSL_TRUSTSTORE_CERTIFICATES_CONFIG, Utf8Text.read(authorities));
    }
    if (certificate != null) {
      KeyFile.checkShut("the key of TLS", key);
      settings.put(SslConfigs.SSL_KEYSTORE_TYPE_CONFIG, PEM);
      settings.put(SslConfigs.SSL_KEYSTORE_CERTIFICATE_CHAIN_CONFIG, Utf8Text.read(certificate));
      settings.put(SslConfigs.SSL_KEYSTORE_KEY_CONFIG, Utf8Text.read(key));
    }
    return settings.isEmpty() ? Optional.empty() : Optional.of(context(settings));
  }

  private static SSLContext context(Map<String, Object> settings) {
    try (DefaultSslEngineFactory stores = new DefaultSslEngineFactory()) {
      stores.configure(
          new AbstractConfig(new ConfigDef().withClientSslSupport(), settings, false).values());
      return stores.sslContext();
    } catch (KafkaException e) {
      String why = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
      throw new CommandFailure(
          ExitCode.CONFIGURATION, "TLS to the follower", why, "pass PEM files", e);
    }
  }
}
