package dev.rota.registry;

import dev.rota.base.avro.ArrayEncoder;
import dev.rota.base.avro.BoundedDecoder;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Caches routes. A lookup takes no lock and allocates nothing; a new route may ask the registry.
 */
final class SerializerRoutes {
  /**
   * With more routes, schema objects are created per record. Their ids are still cached by content.
   */
  private static final int POINTERS_MAX = 64;

  private record SubjectSchema(String subject, Schema schema) {}

  /**
   * How values of one schema are written to one topic. Routes are cached by identity of the schema.
   *
   * @param guidHeader the header instead of the prefix, or null
   * @param conversion from the value's schema to the registered one; null: their encodings agree
   * @param staleAtNanos expiry on {@link System#nanoTime}; only if {@code expires}
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Route(
      String topic,
      Schema schema,
      boolean specific,
      int id,
      byte[] guidHeader,
      DatumWriter<Object> writer,
      Conversion conversion,
      boolean expires,
      long staleAtNanos) {
    boolean serves(String topic, Schema schema, boolean specific) {
      return isFor(topic, schema, specific) && !(expires && System.nanoTime() - staleAtNanos >= 0);
    }

    @SuppressWarnings("ReferenceEquality") // comparing by content would cost more than writing
    boolean isFor(String topic, Schema schema, boolean specific) {
      return this.schema == schema && this.specific == specific && this.topic.equals(topic);
    }
  }

  private final Registry registry;
  private final boolean isKey;
  private final SubjectNaming naming;
  private final boolean autoRegister;
  private final boolean useLatest;
  private final boolean strict;
  private final boolean normalize;
  private final boolean removeJava;
  private final boolean idInHeader;
  private final int fixedId;
  private final long ttlSeconds;
  private final int schemasMax;

  private final Map<SubjectSchema, Integer> ids = new ConcurrentHashMap<>();
  private volatile Route[] known = {};

  SerializerRoutes(Registry registry, RegistryConfig config, boolean isKey) {
    this.registry = registry;
    this.isKey = isKey;
    naming = config.naming(isKey);
    autoRegister = config.getBoolean(RegistryConfig.AUTO_REGISTER);
    useLatest = config.getBoolean(RegistryConfig.USE_LATEST);
    normalize = config.getBoolean(RegistryConfig.NORMALIZE);
    removeJava = config.getBoolean(RegistryConfig.REMOVE_JAVA);
    idInHeader = config.idInHeader(isKey);
    fixedId = config.getInt(RegistryConfig.USE_ID);
    strict =
        config.getBoolean(fixedId >= 0 ? RegistryConfig.ID_STRICT : RegistryConfig.LATEST_STRICT);
    ttlSeconds = config.getLong(RegistryConfig.LATEST_TTL);
    schemasMax = config.getInt(RegistryConfig.MAX_SCHEMAS);
  }

  Route find(String topic, Schema schema, Class<?> type) {
    boolean specific = type != null;
    for (Route route : known) {
      if (route.serves(topic, schema, specific)) {
        return route;
      }
    }
    Route made = make(topic, schema, type);
    remember(made);
    return made;
  }

  private synchronized void remember(Route made) {
    Route[] live =
        Arrays.stream(known).filter(route -> !sameWay(route, made)).toArray(Route[]::new);
    Route[] grown =
        live.length >= POINTERS_MAX ? new Route[1] : Arrays.copyOf(live, live.length + 1);
    grown[grown.length - 1] = made;
    known = grown;
  }

  private static boolean sameWay(Route a, Route b) {
    return a.isFor(b.topic(), b.schema(), b.specific());
  }

  private Route make(String topic, Schema schema, Class<?> type) {
    String subject = naming.subject(topic, isKey, schema);
    DatumWriter<Object> writer = writer(schema, type);
    if (fixedId >= 0) {
      Schema target = registry.byId(fixedId, subject);
      return route(topic, schema, type, fixedId, target, writer);
    }
    if (useLatest) {
      RegisteredSchema latest = registry.latest(subject);
      return route(topic, schema, type, latest.id(), latest.schema(), writer);
    }
    int id = id(subject, schema);
    return route(topic, schema, type, id, schema, writer);
  }

  private Route route(
      String topic,
      Schema schema,
      Class<?> type,
      int id,
      Schema target,
      DatumWriter<Object> writer) {
    Conversion conversion = Conversion.between(schema, target);
    if (conversion != null && strict) {
      requireReadable(topic, schema, target, id);
    }
    byte[] guid =
        idInHeader ? SchemaIdFraming.guidHeader(SchemaText.guid(registry.byId(id))) : null;
    boolean expires = useLatest && ttlSeconds >= 0;
    long staleAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(Math.max(0, ttlSeconds));
    return new Route(topic, schema, type != null, id, guid, writer, conversion, expires, staleAt);
  }

  private int id(String subject, Schema schema) {
    SubjectSchema key = new SubjectSchema(subject, schema);
    Integer id = ids.get(key);
    if (id == null) {
      if (ids.size() >= schemasMax) {
        ids.clear();
      }
      Schema plain = removeJava ? SchemaText.withoutJavaStrings(schema) : schema;
      id =
          autoRegister
              ? registry.register(subject, plain, normalize)
              : registry.lookup(subject, plain, normalize);
      ids.put(key, id);
    }
    return id;
  }

  @SuppressWarnings("unchecked") // the class of the datum itself
  private static DatumWriter<Object> writer(Schema schema, Class<?> type) {
    return type == null
        ? new GenericDatumWriter<>(schema)
        : new SpecificDatumWriter<>(schema, SpecificData.getForClass((Class<Object>) type));
  }

  private static void requireReadable(String topic, Schema schema, Schema target, int id) {
    var verdict = SchemaCompatibility.checkReaderWriterCompatibility(target, schema);
    if (verdict.getType() != SchemaCompatibilityType.COMPATIBLE) {
      throw new SerializationException(
          "cannot write %s to topic %s as schema %d: %s; register a version that reads it, or set %s or %s to false"
              .formatted(
                  schema.getFullName(),
                  topic,
                  id,
                  verdict.getResult().getIncompatibilities(),
                  RegistryConfig.LATEST_STRICT,
                  RegistryConfig.ID_STRICT));
    }
  }

  /** Converts Avro binary from one schema to another by schema resolution. */
  static final class Conversion {
    private final DatumReader<Object> reader;
    private final DatumWriter<Object> writer;

    private Conversion(Schema from, Schema to) {
      reader = new GenericDatumReader<>(from, to);
      writer = new GenericDatumWriter<>(to);
    }

    /** Null if both schemas have the same encoding. */
    static Conversion between(Schema from, Schema to) {
      if (from.equals(to)) {
        return null;
      }
      String sameBytes = SchemaNormalization.toParsingForm(from);
      return sameBytes.equals(SchemaNormalization.toParsingForm(to))
          ? null
          : new Conversion(from, to);
    }

    /**
     * Returns the payload in the other schema.
     *
     * @param encoder begun anew
     */
    byte[] apply(byte[] payload, ArrayEncoder encoder) throws IOException {
      Object value = reader.read(null, new BoundedDecoder(payload, 0));
      encoder.begin();
      writer.write(value, encoder);
      return encoder.written();
    }
  }
}
