package dev.rota.base.lines;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.EncoderFactory;

/**
 * Plain JSON to Avro and back.
 *
 * <pre>
 * record          {"chain":"polkadot","para":2000}     a missing field has the schema's default
 * union           the bare value; among several records with the name: {"Joined":{"slots":4}}
 * bytes           "0x00ff"; a text that cannot be hex is its UTF-8
 * fixed           "0x00ff"
 * enum            "PARACHAIN"
 * map             {"name":…}                           written sorted by name
 * int, long       1, never 1.0
 * float, double   1 or 1.5
 * </pre>
 */
public final class JsonAvro {
  private static final ObjectMapper TREES = new ObjectMapper();

  private JsonAvro() {}

  /**
   * Converts an envelope's value to generic Avro data. Strings are {@link String}.
   *
   * @throws BadLine if it does not match the schema; its path begins with {@code value}
   */
  public static Object toAvro(Schema schema, JsonNode json) {
    return JsonToAvro.read(schema, json, JsonPath.ROOT.field("value"));
  }

  /**
   * Encodes an envelope's value as Avro binary without a schema id.
   *
   * @throws BadLine as {@link #toAvro}
   */
  public static byte[] encode(Schema schema, JsonNode json) {
    var datum = toAvro(schema, json);
    var bytes = new ByteArrayOutputStream();
    try {
      var encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
      new GenericDatumWriter<>(schema).write(datum, encoder);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // cannot happen in memory
    }
    return bytes.toByteArray();
  }

  /** Converts a record to a JSON tree. {@link #writeJson} is faster for many records. */
  public static JsonNode toJson(IndexedRecord record) {
    try (var tokens = new TokenBuffer(TREES, false)) {
      writeJson(record, tokens);
      return TREES.readTree(tokens.asParser());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // cannot happen in memory
    }
  }

  /**
   * Writes a generic or generated record as JSON, fields in schema order. NaN and infinities become
   * strings.
   */
  public static void writeJson(IndexedRecord record, JsonGenerator generator) throws IOException {
    writeJson(record, generator, BytesForm.HEX);
  }

  /** As above, with this form of bytes. */
  static void writeJson(IndexedRecord record, JsonGenerator generator, BytesForm bytes)
      throws IOException {
    new AvroToJson(bytes).write(record.getSchema(), record, generator);
  }
}
