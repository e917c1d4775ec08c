package dev.rota.registry;

import dev.rota.registry.UnreadableRecord.Reason;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.avro.Schema;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Reads Avro in Confluent's wire format and with its settings. The schema id comes from the header
 * if there is one, otherwise from the prefix.
 *
 * <p>It returns generated records if {@code specific.avro.reader} is set and an allowed class of
 * that name exists, otherwise generic ones; strings as String, bytes as {@code byte[]}, null as
 * null. Thread-safe.
 */
public final class AvroDeserializer implements Deserializer<Object> {
  private final Schema readAs;
  // Without a registry: the schema of every value.
  private final Schema written;
  private boolean borrowed;
  private Registry registry;
  private ReaderCache readers;
  private ReaderTypes targets;
  private UnknownSchemas unknown;
  private boolean isKey;
  private boolean topicNamesSubject;

  /** For Kafka, which calls {@code configure}. */
  public AvroDeserializer() {
    borrowed = false;
    readAs = null;
    written = null;
  }

  /** Uses this registry and default settings for values. Does not close the registry. */
  public AvroDeserializer(Registry registry) {
    this(registry, null);
  }

  /** As above. Records are resolved to this schema; another record name is {@code WRONG_TYPE}. */
  public AvroDeserializer(Registry registry, Schema readAs) {
    borrowed = true;
    this.registry = registry;
    this.readAs = readAs;
    written = null;
    configure(Map.of(), false);
  }

  private AvroDeserializer(Schema written) {
    borrowed = true;
    readAs = null;
    this.written = written;
    configure(Map.of(RegistryConfig.SPECIFIC, true), false);
  }

  /**
   * Reads every value as written with this schema, whatever its id says, into generated records.
   * For those who have no registry and know the schema.
   */
  public static AvroDeserializer assuming(Schema written) {
    return new AvroDeserializer(written);
  }

  /** Uses a registry that the caller closes. */
  void configure(Registry shared, Map<String, ?> configs, boolean key) {
    borrowed = true;
    registry = shared;
    configure(configs, key);
  }

  @Override
  public void configure(Map<String, ?> configs, boolean key) {
    if (!borrowed) {
      close();
      registry = Registry.open(configs);
    }
    RegistryConfig config = new RegistryConfig(configs);
    isKey = key;
    topicNamesSubject = config.naming(key) == SubjectNaming.TOPIC_NAME;
    targets = new ReaderTypes(config, key, readAs);
    unknown = new UnknownSchemas(config);
    readers = new ReaderCache();
  }

  @Override
  public Object deserialize(String topic, byte[] data) {
    return deserialize(topic, null, data);
  }

  /**
   * @throws UnreadableRecord if the record is invalid
   * @throws RegistryRefused if the registry refuses the request
   * @throws RegistryUnavailable if the registry is needed and does not answer
   */
  @Override
  public Object deserialize(String topic, Headers headers, byte[] data) {
    return data == null ? null : decode(topic, headers, data).value();
  }

  /** As {@code deserialize}, and says whether the bytes are the value's own encoding. */
  public DecodedValue decode(String topic, Headers headers, byte[] data) {
    return decode(topic, headers, data, false);
  }

  /**
   * As above.
   *
   * @param replacing true: U+FFFD is put in the place of what is no UTF-8, as programs up to 0.2
   *     did
   */
  public DecodedValue decode(String topic, Headers headers, byte[] data, boolean replacing) {
    if (readers == null) {
      throw new IllegalStateException("the deserializer is not configured; call configure first");
    }
    Header header = headers == null ? null : headers.lastHeader(SchemaIdFraming.header(isKey));
    return header == null
        ? readPrefixed(topic, data, replacing)
        : readByHeader(topic, header.value(), data, replacing);
  }

  private DecodedValue readPrefixed(String topic, byte[] data, boolean replacing) {
    if (data.length == 0) {
      throw new UnreadableRecord(
          Reason.EMPTY_VALUE, "an empty value on topic " + topic + "; send null to mean none");
    }
    if (!SchemaIdFraming.isPrefixed(data)) {
      throw new UnreadableRecord(
          Reason.BAD_FRAMING,
          "no schema id on topic %s: %d bytes, the first is 0x%02x; write with an Avro serializer"
              .formatted(topic, data.length, data[0]));
    }
    return byId(topic, SchemaIdFraming.id(data))
        .read(topic, data, SchemaIdFraming.PREFIX_BYTES, replacing);
  }

  private DecodedValue readByHeader(String topic, byte[] header, byte[] data, boolean replacing) {
    if (SchemaIdFraming.isGuid(header)) {
      UUID guid = SchemaIdFraming.guid(header);
      return readers
          .get(guid, id -> make(id, () -> registry.byGuid(id)))
          .read(topic, data, 0, replacing);
    }
    if (header != null
        && header.length == SchemaIdFraming.PREFIX_BYTES
        && SchemaIdFraming.isPrefixed(header)) {
      return byId(topic, SchemaIdFraming.id(header)).read(topic, data, 0, replacing);
    }
    throw new UnreadableRecord(
        Reason.BAD_FRAMING,
        "header %s on topic %s holds no schema id; write with an Avro serializer"
            .formatted(SchemaIdFraming.header(isKey), topic));
  }

  private SchemaReader byId(String topic, int schemaId) {
    SchemaReader recent = readers.recent(schemaId);
    return recent != null
        ? recent
        : readers.byId(schemaId, id -> make(id, () -> registry.byId(id, subject(topic))));
  }

  private SchemaReader make(Object id, Supplier<Schema> schema) {
    return targets.reader(written == null ? unknown.find(id, schema) : written);
  }

  /** Only a hint for the registry: none is better than a guess. */
  private String subject(String topic) {
    return topicNamesSubject ? SubjectNaming.TOPIC_NAME.subject(topic, isKey, null) : null;
  }

  @Override
  public void close() {
    if (!borrowed && registry != null) {
      registry.close();
    }
  }
}
