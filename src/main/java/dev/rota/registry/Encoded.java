package dev.rota.registry;

import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;

/**
 * A value already in Avro binary; the serializer only puts the schema's id before it.
 *
 * <p>The payload is not copied: do not change it. Hand in the same schema object each time, ids are
 * found by it.
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier on the hot path, never compared
public record Encoded(Schema schema, byte[] payload) {
  public Encoded {
    Objects.requireNonNull(payload, "payload");
    if (schema.getType() == Schema.Type.BYTES) {
      throw new SerializationException(
          "a top-level bytes value has no Avro length on the wire; hand the serializer the byte[]");
    }
  }
}
