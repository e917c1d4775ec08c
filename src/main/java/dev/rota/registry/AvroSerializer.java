package dev.rota.registry;

import dev.rota.base.avro.ArrayEncoder;
import dev.rota.base.avro.GeneratedClasses;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericContainer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Writes Avro in Confluent's wire format and with its settings.
 *
 * <p>It takes generated and generic records, {@link EncodedValue} bytes, strings, numbers,
 * booleans, byte arrays and buffers. Null stays null. Thread-safe.
 */
public final class AvroSerializer implements Serializer<Object> {
  /** Of a thread, for all serializers: there is one for each topic. */
  private static final ThreadLocal<ArrayEncoder> ENCODERS =
      ThreadLocal.withInitial(ArrayEncoder::new);

  private boolean borrowed;
  private Registry registry;
  private SerializerRoutes routes;
  private String idHeader;

  /** For Kafka, which calls {@code configure}. */
  public AvroSerializer() {
    borrowed = false;
  }

  /** Uses this registry and default settings for values. Does not close the registry. */
  public AvroSerializer(Registry registry) {
    borrowed = true;
    this.registry = registry;
    configure(Map.of(), false);
  }

  /** Uses a registry that the caller closes. */
  void configure(Registry shared, Map<String, ?> configs, boolean key) {
    borrowed = true;
    registry = shared;
    configure(configs, key);
  }

  @Override
  public void configure(Map<String, ?> configs, boolean isKey) {
    GeneratedClasses.trust(); // whoever makes records does so before the first is written
    if (!borrowed) {
      close();
      registry = Registry.open(configs);
    }
    routes = new SerializerRoutes(registry, new RegistryConfig(configs), isKey);
    idHeader = SchemaIdFraming.header(isKey);
  }

  @Override
  public byte[] serialize(String topic, Object data) {
    return serialize(topic, null, data);
  }

  /**
   * @throws SerializationException if the value does not match its schema or has an unsupported
   *     type
   * @throws RegistryRefused if the schema is unknown or may not be registered
   * @throws RegistryUnavailable if the registry is needed and does not answer
   */
  @Override
  public byte[] serialize(String topic, Headers headers, Object data) {
    if (data == null) {
      return null;
    }
    if (routes == null) {
      throw new IllegalStateException("the serializer is not configured; call configure first");
    }
    Schema schema = schemaOf(data);
    SerializerRoutes.Route route =
        routes.find(topic, schema, data instanceof SpecificRecord ? data.getClass() : null);
    int head = head(route, headers);
    byte[] bytes = write(topic, data, route, head);
    if (head > 0) {
      SchemaIdFraming.prefix(bytes, route.id());
    }
    return bytes;
  }

  /** Sets the headers, and returns the number of bytes before the value. */
  private int head(SerializerRoutes.Route route, Headers headers) {
    if (route.guidHeader() != null && headers != null) {
      headers.remove(idHeader).add(idHeader, route.guidHeader());
      return 0;
    }
    if (headers != null) {
      SchemaIdFraming.dropStale(headers);
    }
    return SchemaIdFraming.PREFIX_BYTES;
  }

  private static byte[] write(String topic, Object data, SerializerRoutes.Route route, int head) {
    try {
      if (route.conversion() != null) {
        byte[] payload = write(data, route, 0);
        return headed(route.conversion().apply(payload, ENCODERS.get()), 0, head);
      }
      return write(data, route, head);
    } catch (IOException | RuntimeException e) {
      throw new SerializationException(
          "cannot write a %s to topic %s as schema %d (%s): %s; check the value against its schema"
              .formatted(
                  data.getClass().getName(), topic, route.id(), route.schema().getFullName(), e),
          e);
    }
  }

  private static byte[] write(Object data, SerializerRoutes.Route route, int head)
      throws IOException {
    if (data instanceof EncodedValue encoded) {
      return encoded.room() == head
          ? encoded.bytes()
          : headed(encoded.bytes(), encoded.room(), head);
    }
    if (route.schema().getType() == Schema.Type.BYTES) {
      return headed(raw(data), 0, head);
    }
    ArrayEncoder encoder = ENCODERS.get();
    encoder.begin(head);
    route.writer().write(data, encoder);
    return encoder.written();
  }

  /** Copies a value from behind one head to behind another. */
  private static byte[] headed(byte[] value, int from, int head) {
    byte[] bytes = new byte[head + value.length - from];
    System.arraycopy(value, from, bytes, head, value.length - from);
    return bytes;
  }

  private static byte[] raw(Object data) {
    if (data instanceof byte[] bytes) {
      return bytes;
    }
    ByteBuffer copy = ((ByteBuffer) data).duplicate();
    byte[] bytes = new byte[copy.remaining()];
    copy.get(bytes);
    return bytes;
  }

  private static Schema schemaOf(Object data) {
    if (data instanceof EncodedValue encoded) {
      return encoded.schema();
    }
    return data instanceof GenericContainer container
        ? container.getSchema()
        : PrimitiveSchemas.schemaOf(data);
  }

  @Override
  public void close() {
    if (!borrowed && registry != null) {
      registry.close();
    }
  }
}
