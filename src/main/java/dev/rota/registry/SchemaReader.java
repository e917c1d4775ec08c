package dev.rota.registry;

import dev.rota.base.avro.BoundedDecoder;
import dev.rota.registry.UnreadableRecord.Reason;
import java.io.IOException;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.apache.avro.io.DatumReader;

/**
 * Reads values of one writer schema. All bytes must be used.
 *
 * @param wanted null unless records of this schema are refused, since another one is wanted
 * @param own true if the values that are read have the same schema, so their encoding is the same
 */
record SchemaReader(Schema writer, DatumReader<Object> datums, Schema wanted, boolean own) {
  SchemaReader(Schema writer, DatumReader<Object> datums, boolean own) {
    this(writer, datums, null, own);
  }

  /**
   * Refuses records of another type. It is cached, so that many such records cause one registry
   * call.
   */
  static SchemaReader refusing(Schema writer, Schema wanted) {
    return new SchemaReader(writer, null, wanted, false);
  }

  DecodedValue read(String topic, byte[] bytes, int from, boolean replacing) {
    if (wanted != null) {
      throw new UnreadableRecord(
          Reason.WRONG_TYPE,
          "topic %s should carry %s, this record is a %s; look at its producer"
              .formatted(topic, wanted.getFullName(), writer.getFullName()));
    }
    if (writer.getType() == Schema.Type.BYTES) {
      return DecodedValue.other(Arrays.copyOfRange(bytes, from, bytes.length));
    }
    BoundedDecoder decoder = new BoundedDecoder(bytes, from, replacing);
    Object value = read(topic, decoder);
    if (decoder.remaining() > 0) {
      throw bad(topic, decoder.remaining() + " bytes follow the value", null);
    }
    return value instanceof CharSequence text
        ? DecodedValue.other(text.toString())
        : new DecodedValue(value, own && decoder.isCanonical() ? from : DecodedValue.OTHER);
  }

  private Object read(String topic, BoundedDecoder decoder) {
    try {
      return datums.read(null, decoder);
    } catch (IOException | RuntimeException e) {
      throw bad(topic, e.toString(), e);
    } catch (StackOverflowError e) {
      // Only a recursive schema and malicious bytes cause this. The stack is unwound here.
      throw bad(topic, "nested too deep", null);
    }
  }

  private UnreadableRecord bad(String topic, String why, Exception cause) {
    return new UnreadableRecord(
        Reason.AVRO_DECODE,
        "the bytes on topic %s are not a %s: %s; look at the record's producer"
            .formatted(topic, writer.getFullName(), why),
        cause);
  }
}
