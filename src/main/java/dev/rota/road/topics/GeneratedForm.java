package dev.rota.road.topics;

import dev.rota.base.avro.GeneratedClasses;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;

/** Converts generic records of other serdes to generated classes. */
final class GeneratedForm {
  static {
    GeneratedClasses.trust();
  }

  private GeneratedForm() {}

  /** Goes through bytes: only there does Avro resolve the writer's schema to the reader's. */
  static SpecificRecord specific(Schema schema, IndexedRecord generic) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    try {
      new GenericDatumWriter<IndexedRecord>(generic.getSchema()).write(generic, encoder);
      encoder.flush();
      return new SpecificDatumReader<SpecificRecord>(generic.getSchema(), schema)
          .read(null, DecoderFactory.get().binaryDecoder(bytes.toByteArray(), null));
    } catch (IOException | AvroRuntimeException e) {
      throw new SerializationException(
          "written as " + generic.getSchema().getFullName() + ", not readable as ours", e);
    }
  }
}
