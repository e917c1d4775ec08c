package dev.rota.avro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.IdentityHashMap;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** Encodes generated records as Avro binary. Not thread-safe. */
public final class AvroBytes {
  static {
    GeneratedClasses.trust();
  }

  // Schemas of generated classes are constants. Hashing them would cost more than encoding.
  private final IdentityHashMap<Schema, GeneratedWriter> writers = new IdentityHashMap<>();
  private final ArrayEncoder encoder = new ArrayEncoder();

  public byte[] encode(SpecificRecord record) {
    return encode(record, 0);
  }

  /** The same behind so many bytes, 0 to 1024, which are the caller's and of no certain content. */
  public byte[] encode(SpecificRecord record, int room) {
    encoder.begin(room);
    try {
      writers.computeIfAbsent(record.getSchema(), GeneratedWriter::new).write(record, encoder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return encoder.written();
  }
}
