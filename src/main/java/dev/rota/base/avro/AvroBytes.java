package dev.rota.base.avro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.IdentityHashMap;
import org.apache.avro.Schema;
import org.apache.avro.io.DatumReader;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/** Encodes generated records as Avro binary, and decodes what others sent. Not thread-safe. */
public final class AvroBytes {
  static {
    GeneratedClasses.trust();
  }

  // Schemas of generated classes are constants. Hashing them would cost more than encoding.
  private final IdentityHashMap<Schema, GeneratedWriter> writers = new IdentityHashMap<>();
  private final ArrayEncoder encoder = new ArrayEncoder();

  /**
   * Decodes bytes that are exactly one value, and believes no length in them before it has the
   * bytes.
   *
   * @throws IOException if they are none; so does an {@link org.apache.avro.AvroRuntimeException}
   */
  public static <T> T decode(DatumReader<T> reader, byte[] bytes) throws IOException {
    BoundedDecoder decoder = new BoundedDecoder(bytes, 0);
    T value = reader.read(null, decoder);
    if (decoder.remaining() > 0) {
      throw new IOException("there are bytes after its end");
    }
    return value;
  }

  public byte[] encode(SpecificRecord record) {
    return encode(record, record.getSchema(), 0);
  }

  /**
   * The same by an earlier schema, whose fields are the record's first ones, behind so many bytes,
   * 0 to 1024, which are the caller's and of no certain content.
   */
  public byte[] encode(SpecificRecord record, Schema schema, int room) {
    encoder.begin(room);
    try {
      writers.computeIfAbsent(schema, its -> writer(its, record)).write(record, encoder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return encoder.written();
  }

  /** A generated class encodes itself by its own schema only. */
  @SuppressWarnings("ReferenceEquality") // a class has one schema object
  private static GeneratedWriter writer(Schema schema, SpecificRecord record) {
    boolean own = schema == record.getSchema();
    return new GeneratedWriter(schema, own ? GeneratedClasses.WRITING : new SpecificData());
  }

  /**
   * Writes generated records. Which of a union's records one is depends on its class alone: Avro
   * compares names for each, which costs a third of what it costs to write a small record. Not
   * thread-safe.
   */
  private static final class GeneratedWriter extends SpecificDatumWriter<SpecificRecord> {
    private final IdentityHashMap<Schema, IdentityHashMap<Class<?>, Integer>> unions =
        new IdentityHashMap<>();

    GeneratedWriter(Schema schema, SpecificData data) {
      super(schema, data);
    }

    @Override
    protected int resolveUnion(Schema union, Object datum) {
      return datum instanceof SpecificRecord
          ? branch(union, datum)
          : super.resolveUnion(union, datum);
    }

    private int branch(Schema union, Object record) {
      IdentityHashMap<Class<?>, Integer> branches =
          unions.computeIfAbsent(union, first -> new IdentityHashMap<>());
      Integer branch = branches.get(record.getClass());
      if (branch == null) {
        branch = super.resolveUnion(union, record);
        branches.put(record.getClass(), branch);
      }
      return branch;
    }
  }
}
