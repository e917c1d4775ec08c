package dev.rota.registry;

import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;

/** Schemas of values without one. They are constants, since ids are cached by identity. */
final class PrimitiveSchemas {
  private static final Schema STRING = Schema.create(Schema.Type.STRING);
  private static final Schema BYTES = Schema.create(Schema.Type.BYTES);
  private static final Schema INT = Schema.create(Schema.Type.INT);
  private static final Schema LONG = Schema.create(Schema.Type.LONG);
  private static final Schema FLOAT = Schema.create(Schema.Type.FLOAT);
  private static final Schema DOUBLE = Schema.create(Schema.Type.DOUBLE);
  private static final Schema BOOLEAN = Schema.create(Schema.Type.BOOLEAN);

  private PrimitiveSchemas() {}

  static Schema schemaOf(Object data) {
    if (data instanceof CharSequence) {
      return STRING;
    }
    if (data instanceof byte[] || data instanceof ByteBuffer) {
      return BYTES;
    }
    if (data instanceof Boolean) {
      return BOOLEAN;
    }
    if (data instanceof Number number) {
      return schemaOf(number);
    }
    throw unsupported(data);
  }

  private static Schema schemaOf(Number number) {
    if (number instanceof Integer) {
      return INT;
    }
    if (number instanceof Long) {
      return LONG;
    }
    if (number instanceof Float) {
      return FLOAT;
    }
    if (number instanceof Double) {
      return DOUBLE;
    }
    throw unsupported(number);
  }

  private static SerializationException unsupported(Object data) {
    return new SerializationException(
        "cannot write a %s as Avro: it carries no schema; hand in a record, Encoded or a plain value"
            .formatted(data.getClass().getName()));
  }
}
