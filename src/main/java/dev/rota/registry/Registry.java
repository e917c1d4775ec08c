package dev.rota.registry;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.Schema;

/**
 * A schema registry client.
 *
 * <p>Every method throws {@link RegistryRefused} if the registry refuses the request (unknown
 * subject or id, incompatible schema, wrong credentials) and {@link RegistryUnavailable} if it does
 * not answer. Thread-safe.
 */
public sealed interface Registry extends AutoCloseable permits HttpRegistry, MockRegistry {
  /**
   * Opens the registry at {@code schema.registry.url}.
   *
   * @throws org.apache.kafka.common.config.ConfigException if a key is missing or invalid
   */
  static Registry open(Map<String, ?> configs) {
    RegistryConfig config = new RegistryConfig(configs);
    return config
        .mockScope()
        .<Registry>map(MockRegistry::scope)
        .orElseGet(() -> new HttpRegistry(new HttpTransport(config)));
  }

  /** Opens the registry at this address, or at one of a list, with default settings. */
  static Registry at(String url) {
    return open(Map.of(RegistryConfig.URL, url));
  }

  /** Registers the schema if necessary and returns its id. */
  default int register(String subject, Schema schema) {
    return register(subject, schema, false);
  }

  /**
   * As {@link #register(String, Schema)}. With {@code normalize} the registry normalises the schema
   * first.
   */
  int register(String subject, Schema schema, boolean normalize);

  /** Returns the id of a schema that is registered under the subject. */
  default int lookup(String subject, Schema schema) {
    return lookup(subject, schema, false);
  }

  /** As {@link #lookup(String, Schema)}, for the normalised schema. */
  int lookup(String subject, Schema schema, boolean normalize);

  /** Returns the schema with this id. The subject is a hint and may be null. */
  Schema byId(int id, String subject);

  /** Returns the schema with this id. */
  default Schema byId(int id) {
    return byId(id, null);
  }

  /** Returns the schema with this content hash. */
  Schema byGuid(UUID guid);

  /** Returns the latest version of the subject. */
  RegisteredSchema latest(String subject);

  /** Returns all subjects, sorted. */
  List<String> subjects();

  /** Returns the effective level of the subject, its own or the global one. */
  CompatibilityLevel compatibility(String subject);

  /** Sets the subject's own level. */
  void compatibility(String subject, CompatibilityLevel level);

  /** Returns why the schema could not be registered; empty if it could. Registers nothing. */
  List<String> testCompatibility(String subject, Schema schema);

  @Override
  void close();
}
