package dev.rota.avro;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.IdentityHashMap;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/** Encodes generated records as Avro binary. Not thread-safe. */
public final class AvroBytes {
  static {
    GeneratedClasses.trust();
  }

  // Schemas of generated classes are constants. Hashing them would cost more than encoding.
  private final IdentityHashMap<Schema, SpecificDatumWriter<SpecificRecord>> writers =
      new IdentityHashMap<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
  private BinaryEncoder encoder;

  public byte[] encode(SpecificRecord record) {
    bytes.reset();
    encoder = EncoderFactory.get().binaryEncoder(bytes, encoder);
    try {
      writers
          .computeIfAbsent(
              record.getSchema(),
              schema -> new SpecificDatumWriter<SpecificRecord>(schema, GeneratedClasses.WRITING))
          .write(record, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
