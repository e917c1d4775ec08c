package dev.rota.registry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;

/**
 * TLS to the registry from {@code schema.registry.ssl.*}. Kafka's own code reads the stores (PEM,
 * JKS, PKCS12).
 */
record RegistryTls(SSLContext context, SSLParameters parameters) {
  private static final String PREFIX = "schema.registry.";

  /** Empty if nothing is set: Java's own trust store is used. Host names are always verified. */
  static Optional<RegistryTls> of(RegistryConfig config) {
    Map<String, Object> settings = new HashMap<>(config.originalsWithPrefix(PREFIX));
    settings.keySet().removeIf(key -> !key.startsWith("ssl."));
    refuseBlindness(settings.get(SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG));
    return settings.isEmpty() ? Optional.empty() : Optional.of(load(settings));
  }

  private static void refuseBlindness(Object algorithm) {
    if (algorithm != null && !"https".equalsIgnoreCase(algorithm.toString().strip())) {
      throw new ConfigException(
          PREFIX + SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG,
          algorithm,
          "would let any trusted server impersonate the registry; omit it, or set https");
    }
  }

  private static RegistryTls load(Map<String, Object> settings) {
    AbstractConfig parsed =
        new AbstractConfig(new ConfigDef().withClientSslSupport(), settings, false);
    SSLParameters parameters = new SSLParameters();
    List<String> protocols = parsed.getList(SslConfigs.SSL_ENABLED_PROTOCOLS_CONFIG);
    parameters.setProtocols(protocols.toArray(String[]::new));
    try (DefaultSslEngineFactory stores = new DefaultSslEngineFactory()) {
      stores.configure(parsed.values());
      return new RegistryTls(stores.sslContext(), parameters);
    }
  }
}
