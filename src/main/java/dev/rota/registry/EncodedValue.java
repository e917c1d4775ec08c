package dev.rota.registry;

import java.util.Arrays;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;

/**
 * A value in Avro binary. The serializer only adds the schema's id.
 *
 * <p>Pass the same schema object each time, since ids are cached by identity.
 *
 * @param bytes the value behind the room: not copied without need, do not change them
 * @param room 0, or {@link #ROOM}: an id that goes before the value is written there, once
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier on the hot path, never compared
public record EncodedValue(Schema schema, byte[] bytes, int room) {
  /** The bytes that an id takes before the value. */
  public static final int ROOM = SchemaIdFraming.PREFIX_BYTES;

  public EncodedValue {
    Objects.requireNonNull(bytes, "bytes");
    if (schema.getType() == Schema.Type.BYTES) {
      throw new SerializationException(
          "a top-level bytes value has no Avro length on the wire; hand the serializer the byte[]");
    }
  }

  public EncodedValue(Schema schema, byte[] bytes) {
    this(schema, bytes, 0);
  }

  /** The value alone. */
  public byte[] payload() {
    return room == 0 ? bytes : Arrays.copyOfRange(bytes, room, bytes.length);
  }
}
