package dev.rota.lines;

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
 * record          {"chain":"polkadot","para":2000}     a missing field takes the schema's default
 * union           the bare value; one of several records is told: {"Joined":{"slots":4}}
 * bytes           "0x00ff"; a text that cannot be hex is its UTF-8
 * fixed           "0x00ff"
 * enum            "PARACHAIN"
 * map             {"name":…}                           written in the order of the names
 * int, long       1, never 1.0
 * float, double   1 or 1.5
 * </pre>
 */
public final class JsonAvro {
  private static final ObjectMapper TREES = new ObjectMapper();

  private JsonAvro() {}

  /**
   * The value of an envelope as generic Avro data; strings are {@link String}.
   *
   * @throws BadLine when it does not fit the schema; its path begins with {@code value}
   */
  public static Object toAvro(Schema schema, JsonNode json) {
    return JsonToAvro.read(schema, json, JsonPath.ROOT.field("value"));
  }

  /**
   * The value of an envelope as Avro binary, without any framing.
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
      throw new UncheckedIOException(e); // an array in memory has no output to fail
    }
    return bytes.toByteArray();
  }

  /** The plain JSON of a record as a tree; for many records {@link #writeJson} is faster. */
  public static JsonNode toJson(IndexedRecord record) {
    try (var tokens = new TokenBuffer(TREES, false)) {
      writeJson(record, tokens);
      return TREES.readTree(tokens.asParser());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // tokens in memory have no output to fail
    }
  }

  /**
   * Writes the plain JSON of a record, generic or generated, fields in the order of its schema. A
   * NaN or an infinity, which JSON has no number for, becomes a string.
   */
  public static void writeJson(IndexedRecord record, JsonGenerator generator) throws IOException {
    writeJson(record, generator, BytesForm.HEX);
  }

  /** The same, bytes in that form. */
  static void writeJson(IndexedRecord record, JsonGenerator generator, BytesForm bytes)
      throws IOException {
    new AvroToJson(bytes).write(record.getSchema(), record, generator);
  }
}
