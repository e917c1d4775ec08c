package dev.rota.registry;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.Schema;

/**
 * A schema registry, real or mock.
 *
 * <p>Every method throws {@link RegistryRefused} when the registry says no (unknown subject or id,
 * incompatible schema, wrong credentials) and {@link RegistryUnavailable} when it does not answer.
 * Safe for use by many threads.
 */
public sealed interface Registry extends AutoCloseable permits HttpRegistry, MockRegistry {
  /**
   * Opens the registry that {@code schema.registry.url} names, with the other keys of the same
   * configuration.
   *
   * @throws org.apache.kafka.common.config.ConfigException when a key is missing or cannot be used
   */
  static Registry open(Map<String, ?> configs) {
    RegistryConfig config = new RegistryConfig(configs);
    return config
        .mockScope()
        .<Registry>map(MockRegistry::scope)
        .orElseGet(() -> new HttpRegistry(new HttpTransport(config)));
  }

  /** Opens the registry at this address (or list of addresses), everything else as by default. */
  static Registry at(String url) {
    return open(Map.of(RegistryConfig.URL, url));
  }

  /** Registers the schema under the subject, if it is not there yet, and returns its id. */
  default int register(String subject, Schema schema) {
    return register(subject, schema, false);
  }

  /**
   * As {@link #register(String, Schema)}; with {@code normalize} the registry evens out the text
   * first.
   */
  int register(String subject, Schema schema, boolean normalize);

  /** The id of a schema already registered under the subject. */
  default int lookup(String subject, Schema schema) {
    return lookup(subject, schema, false);
  }

  /** As {@link #lookup(String, Schema)}, on the evened out text. */
  int lookup(String subject, Schema schema, boolean normalize);

  /** The schema with this id; the subject is a hint and may be null. */
  Schema byId(int id, String subject);

  /** The schema with this id. */
  default Schema byId(int id) {
    return byId(id, null);
  }

  /** The schema with this content hash. */
  Schema byGuid(UUID guid);

  /** The newest version of the subject. */
  RegisteredSchema latest(String subject);

  /** All subjects, sorted. */
  List<String> subjects();

  /** The level that holds for the subject, its own or the registry's. */
  Compatibility compatibility(String subject);

  /** Sets the subject's own level. */
  void compatibility(String subject, Compatibility level);

  /** What stands against registering the schema; empty when nothing does. Registers nothing. */
  List<String> testCompatibility(String subject, Schema schema);

  @Override
  void close();
}
