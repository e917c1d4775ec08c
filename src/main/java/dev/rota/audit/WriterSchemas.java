package dev.rota.audit;

import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.Registry;
import dev.rota.registry.RegistryRefused;
import dev.rota.registry.RegistryUnavailable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * The schemas that records may be written with: what the registry says of an id, or else Rota's own
 * schemas, present and released. Thread-safe.
 */
final class WriterSchemas {
  /** All releases, whose schemas are on the class path. */
  static final List<String> RELEASES = List.of("0.1.0");

  private final Registry registry;
  private final Map<Object, Optional<Schema>> known = new ConcurrentHashMap<>();
  private volatile boolean silent;

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

  private Optional<Schema> ask(Object id) {
    try {
      return Optional.of(
          id instanceof UUID guid ? registry.byGuid(guid) : registry.byId((Integer) id));
    } catch (RegistryRefused e) {
      return Optional.empty();
    } catch (RegistryUnavailable e) {
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

  /** The present schema, then the released ones that write other bytes. */
  static List<Schema> own(Schema present) {
    Map<String, Schema> distinct = new LinkedHashMap<>();
    distinct.put(SchemaNormalization.toParsingForm(present), present);
    for (String release : RELEASES) {
      released(release, present)
          .ifPresent(
              schema -> distinct.putIfAbsent(SchemaNormalization.toParsingForm(schema), schema));
    }
    return new ArrayList<>(distinct.values());
  }

  private static Optional<Schema> released(String release, Schema present) {
    String domain = present.getNamespace().substring(present.getNamespace().lastIndexOf('.') + 1);
    String file = "/schemas/released/" + release + "/" + domain + "/" + present.getName() + ".avsc";
    try (InputStream text = WriterSchemas.class.getResourceAsStream(file)) {
      return text == null ? Optional.empty() : Optional.of(new Schema.Parser().parse(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (AvroRuntimeException e) {
      throw new SerializationException("the program's own schema " + file + " is unreadable", e);
    }
  }
}
