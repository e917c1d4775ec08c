package dev.rota.registry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Values and schemas that the tests of this package share. */
final class Samples {
  static final Schema ORDER =
      SchemaBuilder.record("Order")
          .namespace("shop")
          .fields()
          .requiredLong("number")
          .requiredString("item")
          .endRecord();

  /** Reads {@link #ORDER} and adds a field. */
  static final Schema ORDER_2 =
      SchemaBuilder.record("Order")
          .namespace("shop")
          .fields()
          .requiredLong("number")
          .requiredString("item")
          .name("note")
          .type()
          .stringType()
          .stringDefault("-")
          .endRecord();

  /** Cannot read {@link #ORDER}. */
  static final Schema ORDER_BROKEN =
      SchemaBuilder.record("Order").namespace("shop").fields().requiredInt("weight").endRecord();

  static final Schema NUMBERS = Schema.createArray(Schema.create(Schema.Type.LONG));

  private Samples() {}

  static GenericRecord order(long number, String item) {
    return new GenericRecordBuilder(ORDER).set("number", number).set("item", item).build();
  }

  static GenericData.Array<Long> numbers(Long... numbers) {
    return new GenericData.Array<>(NUMBERS, List.of(numbers));
  }

  /** Bare Avro binary. */
  static byte[] binary(Schema schema, Object value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    try {
      new GenericDatumWriter<>(schema).write(value, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  static byte[] concat(byte[] head, byte[] tail) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(head);
    out.writeBytes(tail);
    return out.toByteArray();
  }

  static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }
}
