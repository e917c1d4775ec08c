package dev.rota.base.lines;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParser;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.DecoderFactory;

/** One schema with every kind of type, and the ways there and back that the tests take. */
final class Samples {
  static final Schema EVERYTHING =
      SchemaParser.parseSingle(
          """
          {"type":"record","namespace":"dev.rota.test","name":"Everything","fields":[
            {"name":"text","type":"string","default":"none"},
            {"name":"whole","type":"int","default":1},
            {"name":"long","type":"long","default":2},
            {"name":"share","type":"float","default":0.5},
            {"name":"weight","type":"double","default":1.5},
            {"name":"frozen","type":"boolean","default":false},
            {"name":"payload","type":"bytes","default":"\\u00ff"},
            {"name":"hash","type":["null",{"type":"fixed","name":"Hash","size":4}],"default":null},
            {"name":"rules","type":{"type":"enum","name":"Rules","symbols":["GUIDE","RUNTIME"],
              "default":"GUIDE"},"default":"RUNTIME"},
            {"name":"cores","type":{"type":"array","items":"int"},"default":[]},
            {"name":"weights","type":{"type":"map","values":"double"},"default":{}},
            {"name":"session","type":["null",{"type":"record","name":"Session","fields":[
              {"name":"index","type":"long","aliases":["number"]},
              {"name":"label","type":["null","string"],"default":null}]}],"default":null},
            {"name":"event","type":["null",
              {"type":"record","name":"Joined","fields":[{"name":"slots","type":"int"}]},
              {"type":"record","name":"Heartbeat","fields":[]},"string"],"default":null},
            {"name":"mixed","type":["null","long","double","boolean"],"default":null}
          ]}
          """);

  static final Schema CLAIM =
      SchemaParser.parseSingle(
          """
          {"type":"record","namespace":"dev.rota.test","name":"Claim","fields":[
            {"name":"chain","type":"string"},
            {"name":"para","type":"long"},
            {"name":"collator","type":"string"}]}
          """);

  private Samples() {}

  static JsonNode json(String text) {
    return JsonTree.parse(text);
  }

  /** Through Avro binary and back to a line's value. */
  static String thereAndBack(Schema schema, String json) {
    return written(decoded(schema, JsonAvro.encode(schema, json(json))));
  }

  static GenericRecord decoded(Schema schema, byte[] bytes) {
    try {
      return new GenericDatumReader<GenericRecord>(schema)
          .read(null, DecoderFactory.get().binaryDecoder(bytes, null));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The value as a line writes it, without the envelope around it. */
  static String written(IndexedRecord value) {
    var metadata =
        new EnvelopeMetadata(
            "t",
            Optional.empty(),
            OptionalLong.empty(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            Map.of());
    var line = line(writer -> writer.write(metadata, value));
    var before = "{\"topic\":\"t\",\"key\":null,\"value\":";
    return line.substring(before.length(), line.length() - 2);
  }

  static String line(Writing writing) {
    try {
      var out = new ByteArrayOutputStream();
      var writer = new LineWriter(out);
      writing.to(writer);
      writer.flush();
      return out.toString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  interface Writing {
    void to(LineWriter writer) throws IOException;
  }
}
