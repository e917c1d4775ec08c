package dev.rota.registry;

import dev.rota.base.avro.ArrayEncoder;
import dev.rota.base.avro.BoundedDecoder;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;

/** Converts Avro binary from one schema to another by schema resolution. */
final class Conversion {
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
