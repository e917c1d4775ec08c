package dev.rota.readers.audit;

import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.Registry;
import dev.rota.registry.RegistryRefused;
import dev.rota.registry.RegistryUnavailable;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * The schemas that records may be written with: what the registry says of an id, or else Rota's own
 * schemas, present and released. Thread-safe.
 */
final class WriterSchemas {
  private final Registry registry;
  private final Map<Object, Optional<Schema>> known = new ConcurrentHashMap<>();
  private final Map<Meaning, Boolean> meant = new ConcurrentHashMap<>();
  private volatile boolean silent;

  private record Meaning(Object id, Schema schema) {}

  /**
   * Uses this registry.
   *
   * @param registry null: there is none
   */
  WriterSchemas(Registry registry) {
    this.registry = registry;
    silent = registry == null;
  }

  /** Returns true if a registry was given and does not answer. */
  boolean isRegistryLost() {
    return registry != null && silent;
  }

  /** What the registry says of this id; empty: nothing, or there is none. */
  Optional<Schema> registered(Object id) {
    return silent || id == null ? Optional.empty() : known.computeIfAbsent(id, this::ask);
  }

  /** Returns true if the registry says that this id means this schema, as far as bytes tell. */
  boolean isRegistered(Object id, Schema schema) {
    return meant.computeIfAbsent(
        new Meaning(id, schema),
        _ ->
            registered(id)
                .map(SchemaNormalization::toParsingForm)
                .filter(SchemaNormalization.toParsingForm(schema)::equals)
                .isPresent());
  }

  private Optional<Schema> ask(Object id) {
    try {
      return Optional.of(
          id instanceof UUID guid ? registry.byGuid(guid) : registry.byId((Integer) id));
    } catch (RegistryRefused _) {
      return Optional.empty();
    } catch (RegistryUnavailable _) {
      silent = true;
      return Optional.empty();
    }
  }

  /**
   * Reads records with the registry's schemas, as the engine does; null: there is no registry that
   * answers.
   */
  Deserializer<Object> deserializer() {
    if (silent) {
      return null;
    }
    AvroDeserializer values = new AvroDeserializer(registry);
    values.configure(
        Map.of("specific.avro.reader", true, "rota.unknown.schema.wait.ms", 0L), false);
    return values;
  }
}
