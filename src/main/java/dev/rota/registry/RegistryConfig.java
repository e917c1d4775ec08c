package dev.rota.registry;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/**
 * Settings of serializer, deserializer and registry client, with Confluent's names and defaults.
 * Other keys are ignored.
 */
final class RegistryConfig extends AbstractConfig {
  static final String URL = "schema.registry.url";
  static final String AUTO_REGISTER = "auto.register.schemas";
  static final String USE_LATEST = "use.latest.version";
  static final String LATEST_STRICT = "latest.compatibility.strict";
  static final String LATEST_TTL = "latest.cache.ttl.sec";
  static final String NORMALIZE = "normalize.schemas";
  static final String USE_ID = "use.schema.id";
  static final String ID_STRICT = "id.compatibility.strict";
  static final String MAX_SCHEMAS = "max.schemas.per.subject";
  static final String REMOVE_JAVA = "avro.remove.java.properties";
  static final String SPECIFIC = "specific.avro.reader";
  static final String CONNECT_TIMEOUT = "http.connect.timeout.ms";
  static final String READ_TIMEOUT = "http.read.timeout.ms";
  static final String MAX_RETRIES = "max.retries";
  static final String RETRY_WAIT = "retries.wait.ms";
  static final String RETRY_WAIT_MAX = "retries.max.wait.ms";
  static final String PROXY_HOST = "proxy.host";
  static final String PROXY_PORT = "proxy.port";
  static final String UNKNOWN_WAIT = "rota.unknown.schema.wait.ms";
  static final String UNKNOWN_MEMORY = "rota.unknown.schema.memory.ms";
  static final String SPECIFIC_PACKAGES = "rota.specific.packages";

  private static final String MOCK = "mock://";

  private static final ConfigDef DEFINITION =
      new ConfigDef()
          .define(URL, ConfigDef.Type.LIST, List.of(), Importance.HIGH, "addresses, tried in turn")
          .define(
              AUTO_REGISTER,
              ConfigDef.Type.BOOLEAN,
              true,
              Importance.MEDIUM,
              "register on first use")
          .define(
              USE_LATEST,
              ConfigDef.Type.BOOLEAN,
              false,
              Importance.LOW,
              "write as the newest version")
          .define(
              LATEST_STRICT,
              ConfigDef.Type.BOOLEAN,
              true,
              Importance.LOW,
              "check the newest version")
          .define(LATEST_TTL, ConfigDef.Type.LONG, -1L, Importance.LOW, "seconds; -1 is for ever")
          .define(NORMALIZE, ConfigDef.Type.BOOLEAN, false, Importance.LOW, "normalise schemas")
          .define(USE_ID, ConfigDef.Type.INT, -1, Importance.LOW, "write under this id")
          .define(ID_STRICT, ConfigDef.Type.BOOLEAN, true, Importance.LOW, "check that id's schema")
          .define(
              MAX_SCHEMAS,
              ConfigDef.Type.INT,
              1000,
              Range.atLeast(1),
              Importance.LOW,
              "cache bound")
          .define(
              REMOVE_JAVA, ConfigDef.Type.BOOLEAN, false, Importance.LOW, "drop avro.java.string")
          .define(
              SPECIFIC, ConfigDef.Type.BOOLEAN, false, Importance.MEDIUM, "read generated classes")
          .define(
              CONNECT_TIMEOUT, ConfigDef.Type.INT, 60_000, Range.atLeast(1), Importance.LOW, "ms")
          .define(READ_TIMEOUT, ConfigDef.Type.INT, 60_000, Range.atLeast(1), Importance.LOW, "ms")
          .define(
              MAX_RETRIES,
              ConfigDef.Type.INT,
              3,
              Range.atLeast(0),
              Importance.LOW,
              "after the first try")
          .define(
              RETRY_WAIT,
              ConfigDef.Type.INT,
              1_000,
              Range.atLeast(0),
              Importance.LOW,
              "ms, doubling")
          .define(
              RETRY_WAIT_MAX, ConfigDef.Type.INT, 20_000, Range.atLeast(0), Importance.LOW, "ms")
          .define(PROXY_HOST, ConfigDef.Type.STRING, "", Importance.LOW, "HTTP proxy")
          .define(PROXY_PORT, ConfigDef.Type.INT, -1, Importance.LOW, "HTTP proxy")
          .define(
              UNKNOWN_WAIT, ConfigDef.Type.LONG, 30_000L, Range.atLeast(0), Importance.LOW, "ms")
          .define(
              UNKNOWN_MEMORY, ConfigDef.Type.LONG, 30_000L, Range.atLeast(0), Importance.LOW, "ms")
          .define(
              SPECIFIC_PACKAGES,
              ConfigDef.Type.LIST,
              List.of("dev.rota"),
              Importance.LOW,
              "allowed");

  RegistryConfig(Map<String, ?> configs) {
    super(DEFINITION, configs, false);
  }

  Optional<String> mockScope() {
    List<String> urls = getList(URL);
    if (urls.isEmpty()) {
      throw new ConfigException(
          URL + " is not set; set the registry's address, such as http://localhost:8081");
    }
    String first = urls.get(0);
    return first.startsWith(MOCK) ? Optional.of(first.substring(MOCK.length())) : Optional.empty();
  }

  List<URI> addresses() {
    return getList(URL).stream().map(RegistryConfig::address).toList();
  }

  SubjectNaming naming(boolean isKey) {
    String key = (isKey ? "key" : "value") + ".subject.name.strategy";
    return text(key).isPresent()
        ? SubjectNaming.parse(key, originals().get(key))
        : SubjectNaming.TOPIC_NAME;
  }

  /** Returns true if the schema id is written into a header instead of before the value. */
  boolean idInHeader(boolean isKey) {
    return text((isKey ? "key" : "value") + ".schema.id.serializer")
        .filter(name -> name.endsWith("HeaderSchemaIdSerializer"))
        .isPresent();
  }

  /** A key with or without the prefix {@code schema.registry.}. The prefixed one wins. */
  Optional<String> registryText(String key) {
    return text("schema.registry." + key).or(() -> text(key));
  }

  Optional<String> text(String key) {
    Object value = originals().get(key);
    if (value instanceof Password secret) {
      return Optional.of(secret.value());
    }
    return Optional.ofNullable(value).map(Object::toString).filter(text -> !text.isBlank());
  }

  private static URI address(String text) {
    try {
      URI uri = URI.create(text.strip());
      if (uri.getHost() != null && List.of("http", "https").contains(uri.getScheme())) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Not quoted: the address may contain a password.
      throw new ConfigException(URL + " has an address that is not a URL; use http://host:port");
    }
    throw new ConfigException(
        URL + " has an address that is not http, https or mock; use http://host:port");
  }
}
