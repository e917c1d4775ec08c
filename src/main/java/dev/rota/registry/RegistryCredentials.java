package dev.rota.registry;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.JaasContext;

/** Credentials for the registry. They are never printed. */
sealed interface RegistryCredentials {
  String SOURCE = "basic.auth.credentials.source";
  String USER_INFO = "basic.auth.user.info";
  String TOKEN = "bearer.auth.token";

  /** The {@code Authorization} header for this address, if any. */
  Optional<String> header(URI address);

  static RegistryCredentials of(RegistryConfig config) {
    Optional<String> token = config.registryText(TOKEN);
    Optional<String> source = config.registryText(SOURCE);
    if (token.isPresent()) {
      if (source.isPresent()) {
        throw new ConfigException(TOKEN + " and " + SOURCE + " are both set; keep one");
      }
      return new Fixed("Bearer " + token.get());
    }
    // As in Confluent's client, credentials without a source are not sent.
    return source.map(name -> basic(name, config)).orElseGet(Nobody::new);
  }

  private static RegistryCredentials basic(String source, RegistryConfig config) {
    return switch (source.strip().toUpperCase(Locale.ROOT)) {
      case "USER_INFO" -> new Fixed(encoded(userInfo(config)));
      case "SASL_INHERIT" -> new Fixed(encoded(saslUser(config)));
      case "URL" -> new FromAddress();
      default -> throw new ConfigException(SOURCE, source, "use USER_INFO, URL or SASL_INHERIT");
    };
  }

  private static String userInfo(RegistryConfig config) {
    return config
        .registryText(USER_INFO)
        .filter(info -> info.indexOf(':') >= 0)
        .orElseThrow(() -> new ConfigException(USER_INFO + " is not set; set it to user:password"));
  }

  private static String saslUser(RegistryConfig config) {
    Map<String, Object> sasl = new HashMap<>(config.originals());
    sasl.computeIfPresent(
        SaslConfigs.SASL_JAAS_CONFIG,
        (key, value) -> value instanceof String text ? new Password(text) : value);
    for (AppConfigurationEntry entry : JaasContext.loadClientContext(sasl).configurationEntries()) {
      Object user = entry.getOptions().get("username");
      Object password = entry.getOptions().get("password");
      if (user != null && password != null) {
        return user + ":" + password;
      }
    }
    throw new ConfigException(
        SOURCE + " is SASL_INHERIT, but sasl.jaas.config has no username and password");
  }

  private static String encoded(String userInfo) {
    return "Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(StandardCharsets.UTF_8));
  }

  final class Nobody implements RegistryCredentials {
    @Override
    public Optional<String> header(URI address) {
      return Optional.empty();
    }
  }

  /** The same credentials for every address. */
  final class Fixed implements RegistryCredentials {
    private final Optional<String> header;

    Fixed(String header) {
      this.header = Optional.of(header);
    }

    @Override
    public Optional<String> header(URI address) {
      return header;
    }
  }

  /** Credentials from each address: {@code http://user:password@host}. */
  final class FromAddress implements RegistryCredentials {
    @Override
    public Optional<String> header(URI address) {
      return Optional.ofNullable(address.getRawUserInfo())
          // Decodes percent escapes only; a plus sign stays.
          .map(raw -> URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8))
          .map(RegistryCredentials::encoded);
    }
  }
}
