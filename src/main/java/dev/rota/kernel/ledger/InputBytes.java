package dev.rota.kernel.ledger;

import dev.rota.base.avro.AvroBytes;
import dev.rota.base.avro.BoundedDecoder;
import dev.rota.base.avro.FieldExcess;
import dev.rota.base.avro.FieldLimits;
import dev.rota.base.avro.GeneratedClasses;
import dev.rota.base.avro.ReleasedSchemas;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;

/**
 * The inputs of one topic as the ledger has them: fingerprint of the schema, and Avro's encoding.
 * Not thread-safe.
 */
final class InputBytes {
  static {
    GeneratedClasses.trust();
  }

  private final AvroBytes avro = new AvroBytes();
  private final Schema schema;
  private final byte[] head;
  private final FieldLimits limits;
  private final DatumReader<SpecificRecord> reader;

  /** Null until it is needed, which is seldom: each schema's fingerprint is computed for it. */
  private BinaryMessageDecoder<SpecificRecord> decoder;

  InputBytes(Schema schema) {
    this.schema = schema;
    this.head = head(schema);
    this.limits = FieldLimits.of(schema);
    this.reader = new SpecificDatumReader<>(schema);
  }

  /** What Avro's single-object encoding begins with. */
  private static byte[] head(Schema schema) {
    return ByteBuffer.allocate(2 + Long.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0xC3)
        .put((byte) 1)
        .putLong(SchemaNormalization.parsingFingerprint64(schema))
        .array();
  }

  private static boolean isOf(byte[] input, byte[] head) {
    return Arrays.mismatch(head, input) == head.length;
  }

  /** Returns the first field beyond the limit that its schema states, or null. */
  FieldExcess excess(SpecificRecord record) {
    return limits.check(record);
  }

  /** As above. An input of few bytes has no field of more. */
  FieldExcess excess(SpecificRecord record, byte[] input) {
    return limits.admits(input.length) ? null : limits.check(record);
  }

  byte[] of(SpecificRecord record) {
    return of(avro.encode(record), 0);
  }

  /** As above, of a record whose encoding is known: the bytes from this index on. */
  byte[] of(byte[] encoding, int from) {
    byte[] input = Arrays.copyOf(head, head.length + encoding.length - from);
    System.arraycopy(encoding, from, input, head.length, encoding.length - from);
    return input;
  }

  /** Returns true if the input is of the present schema, and has this encoding from an index on. */
  boolean holds(byte[] input, byte[] encoding, int from) {
    return isOf(input, head)
        && Arrays.equals(input, head.length, input.length, encoding, from, encoding.length);
  }

  /**
   * Returns true if the first is an earlier release's input, and the second one of the present
   * schema with the same record. A field that the first lacks has its default.
   */
  boolean isReleased(byte[] input, byte[] present) throws IOException {
    return !isOf(input, head) && read(input).record().equals(read(present).record());
  }

  /**
   * A record that was read.
   *
   * @param exact true if {@link #of} gives the same bytes, and no field is beyond its limit
   */
  record Read(SpecificRecord record, boolean exact) {}

  /**
   * Reads an input.
   *
   * @throws InputCodec.BadInput if it is not in the one encoding of its schema
   */
  Read read(byte[] input) throws IOException {
    if (!isOf(input, head)) {
      SpecificRecord record = decoded(input);
      checkSame(input, asReleased(input), record);
      return new Read(record, false);
    }
    BoundedDecoder bounded = new BoundedDecoder(input, head.length);
    SpecificRecord record = reader.read(null, bounded);
    boolean canonical = bounded.isCanonical() && bounded.remaining() == 0;
    boolean same = canonical || checkSame(input, of(record), record);
    return new Read(record, same && excess(record, input) == null);
  }

  /** Reads what the present schema and those of all releases have written. */
  private SpecificRecord decoded(byte[] input) throws IOException {
    if (decoder == null) {
      decoder = new BinaryMessageDecoder<>(SpecificData.get(), schema);
      ReleasedSchemas.of(schema).forEach(decoder::addSchema);
    }
    return decoder.decode(input);
  }

  /**
   * The entries of a map have no order of their own. Any other encoding has another length. Returns
   * true if the order is the same, too.
   */
  private boolean checkSame(byte[] input, byte[] again, SpecificRecord record) throws IOException {
    boolean exact = Arrays.equals(input, again);
    if (!exact && (input.length != again.length || !record.equals(decoded(again)))) {
      throw new InputCodec.BadInput("its input has another encoding than Rota's", null);
    }
    return exact;
  }

  /** The encoding of an input of an older release. */
  private byte[] asReleased(byte[] input) throws IOException {
    for (Schema released : ReleasedSchemas.of(schema)) {
      byte[] its = head(released);
      if (isOf(input, its)) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(input.length);
        out.write(its);
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        Object record =
            new GenericDatumReader<>(released).read(null, new BoundedDecoder(input, its.length));
        new GenericDatumWriter<>(released).write(record, encoder);
        return out.toByteArray();
      }
    }
    throw new InputCodec.BadInput("its input has a schema of no release", null);
  }
}
