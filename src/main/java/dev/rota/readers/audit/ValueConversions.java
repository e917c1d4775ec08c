package dev.rota.readers.audit;

import dev.rota.base.avro.AvroBytes;
import dev.rota.base.avro.ReleasedSchemas;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.road.topics.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Values that the serializer has converted to another version of their schema, as {@code
 * use.latest.version} does. Such a value holds what was decided if it is the same bytes once it is
 * converted back, and nothing else: what our schema lacks has its default.
 */
final class ValueConversions {
  private static final GenericData PLAIN = new GenericData();

  private final WriterSchemas writers;

  ValueConversions(WriterSchemas writers) {
    this.writers = writers;
  }

  /** The other version of the output's schema in which the record is this payload, or empty. */
  Optional<Schema> schema(ConsumerRecord<byte[], byte[]> record, Output output, byte[] payload) {
    byte[] found = WireFormat.payload(record);
    return found == null
        ? Optional.empty()
        : writtenWith(record, output.record().getSchema()).stream()
            .filter(schema -> Arrays.equals(back(found, schema, output.schema()), payload))
            .findFirst();
  }

  /** A page in our schema; the page itself if it is not another version's. */
  byte[] page(ConsumerRecord<byte[], byte[]> record) {
    byte[] found = WireFormat.payload(record);
    if (found == null) {
      return new byte[0];
    }
    return writers
        .registered(WireFormat.id(record))
        .filter(schema -> schema.getFullName().equals(PageWire.MOVES.getFullName()))
        .filter(schema -> !schema.equals(PageWire.SCHEMA) && !schema.equals(PageWire.MOVES))
        .map(schema -> back(found, schema, PageWire.MOVES))
        .orElse(found);
  }

  private List<Schema> writtenWith(ConsumerRecord<byte[], byte[]> record, Schema ours) {
    List<Schema> candidates = new ArrayList<>();
    writers
        .registered(WireFormat.id(record))
        .ifPresentOrElse(candidates::add, () -> candidates.addAll(ReleasedSchemas.of(ours)));
    candidates.removeIf(schema -> !schema.getFullName().equals(ours.getFullName()));
    return candidates;
  }

  /** Returns null for bytes that no value of ours becomes in that schema. */
  private static byte[] back(byte[] found, Schema written, Schema ours) {
    try {
      Object value = AvroBytes.decode(new GenericDatumReader<>(written, written, PLAIN), found);
      boolean exact = Arrays.equals(encoded(value, written), found);
      byte[] payload = exact ? encoded(resolved(found, written, ours), ours) : null;
      return exact && Arrays.equals(encoded(resolved(payload, ours, written), written), found)
          ? payload
          : null;
    } catch (IOException | AvroRuntimeException | ClassCastException _) {
      return null;
    }
  }

  private static Object resolved(byte[] found, Schema written, Schema ours) throws IOException {
    return AvroBytes.decode(new GenericDatumReader<>(written, ours, PLAIN), found);
  }

  private static byte[] encoded(Object value, Schema schema) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    new GenericDatumWriter<>(schema, PLAIN).write(value, encoder);
    encoder.flush();
    return bytes.toByteArray();
  }
}
