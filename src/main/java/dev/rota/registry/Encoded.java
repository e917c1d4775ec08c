package dev.rota.registry;

import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;

/**
 * A value in Avro binary. The serializer only prepends the schema id.
 *
 * <p>The payload is not copied: do not change it. Pass the same schema object each time, since ids
 * are cached by identity.
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
