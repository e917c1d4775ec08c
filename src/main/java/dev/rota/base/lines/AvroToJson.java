package dev.rota.base.lines;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.util.Utf8;

/**
 * Writes Avro data to a JSON generator.
 *
 * @param form of bytes
 */
record AvroToJson(BytesForm form) {
  void write(Schema schema, Object datum, JsonGenerator out) throws IOException {
    switch (schema.getType()) {
      case RECORD -> writeRecord(schema, (IndexedRecord) datum, out);
      case UNION -> writeUnion(schema, datum, out);
      case ARRAY -> writeArray(schema.getElementType(), (Collection<?>) datum, out);
      case MAP -> writeMap(schema.getValueType(), (Map<?, ?>) datum, out);
      case ENUM, STRING -> out.writeString(datum.toString());
      case BYTES -> out.writeString(form.shown(bytes((ByteBuffer) datum)));
      case FIXED -> out.writeString(BytesForm.HEX.shown(((GenericFixed) datum).bytes()));
      case INT -> out.writeNumber(((Number) datum).intValue());
      case LONG -> out.writeNumber(((Number) datum).longValue());
      case FLOAT -> out.writeNumber(((Number) datum).floatValue());
      case DOUBLE -> out.writeNumber(((Number) datum).doubleValue());
      case BOOLEAN -> out.writeBoolean((Boolean) datum);
      case NULL -> out.writeNull();
    }
  }

  private void writeRecord(Schema schema, IndexedRecord record, JsonGenerator out)
      throws IOException {
    out.writeStartObject();
    for (var field : schema.getFields()) {
      out.writeFieldName(field.name());
      write(field.schema(), record.get(field.pos()), out);
    }
    out.writeEndObject();
  }

  private void writeArray(Schema items, Collection<?> array, JsonGenerator out) throws IOException {
    out.writeStartArray();
    for (var item : array) {
      write(items, item, out);
    }
    out.writeEndArray();
  }

  /** Sorted by name, since decoders need not agree on the order of a map. */
  private void writeMap(Schema values, Map<?, ?> map, JsonGenerator out) throws IOException {
    out.writeStartObject();
    if (map.size() < 2) {
      for (var entry : map.entrySet()) {
        writeEntry(values, entry, out);
      }
    } else {
      var entries = map.entrySet().toArray(new Map.Entry<?, ?>[0]);
      Arrays.sort(entries, Comparator.comparing(entry -> new Utf8(entry.getKey().toString())));
      for (var entry : entries) {
        writeEntry(values, entry, out);
      }
    }
    out.writeEndObject();
  }

  private void writeEntry(Schema values, Map.Entry<?, ?> entry, JsonGenerator out)
      throws IOException {
    out.writeFieldName(entry.getKey().toString());
    write(values, entry.getValue(), out);
  }

  private void writeUnion(Schema union, Object datum, JsonGenerator out) throws IOException {
    if (datum == null) {
      out.writeNull();
      return;
    }
    var branch = branch(union, datum);
    if (branch.getType() == Schema.Type.BYTES
        && UnionSelector.ofType(union, Schema.Type.STRING).isPresent()) {
      new AvroToJson(BytesForm.HEX)
          .write(branch, datum, out); // text would be read back as a string
    } else if (branch.getType() == Schema.Type.RECORD && UnionSelector.mustTell(union)) {
      out.writeStartObject();
      out.writeFieldName(branch.getName());
      write(branch, datum, out);
      out.writeEndObject();
    } else {
      write(branch, datum, out);
    }
  }

  private static Schema branch(Schema union, Object datum) {
    var branches = union.getTypes();
    if (branches.size() == 2) { // usually null and another type
      if (branches.get(0).getType() == Schema.Type.NULL) {
        return branches.get(1);
      }
      if (branches.get(1).getType() == Schema.Type.NULL) {
        return branches.get(0);
      }
    }
    // Only the specific data resolves generated enums.
    var data = datum instanceof Enum<?> ? SpecificData.get() : GenericData.get();
    return branches.get(data.resolveUnion(union, datum));
  }

  private static byte[] bytes(ByteBuffer buffer) {
    var bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
