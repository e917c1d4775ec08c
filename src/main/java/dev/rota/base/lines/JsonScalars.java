package dev.rota.base.lines;

import static dev.rota.base.lines.JsonToAvro.require;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.apache.avro.Schema;

/** Converts JSON strings, hex and numbers, checking ranges. */
final class JsonScalars {
  private JsonScalars() {}

  static String string(Schema schema, JsonNode json, JsonPath at) {
    return require(json.isTextual(), schema, json, at).textValue();
  }

  static int toInt(Schema schema, JsonNode json, JsonPath at) {
    require(json.isIntegralNumber(), schema, json, at);
    if (!json.canConvertToInt()) {
      throw outOfRange(Integer.MIN_VALUE, Integer.MAX_VALUE, json, at);
    }
    return json.intValue();
  }

  static long toLong(Schema schema, JsonNode json, JsonPath at) {
    require(json.isIntegralNumber(), schema, json, at);
    if (!json.canConvertToLong()) {
      throw outOfRange(Long.MIN_VALUE, Long.MAX_VALUE, json, at);
    }
    return json.longValue();
  }

  static float toFloat(Schema schema, JsonNode json, JsonPath at) {
    float number = (float) require(json.isNumber(), schema, json, at).doubleValue();
    require(Float.isFinite(number), schema, json, at);
    return number;
  }

  static double toDouble(Schema schema, JsonNode json, JsonPath at) {
    double number = require(json.isNumber(), schema, json, at).doubleValue();
    require(Double.isFinite(number), schema, json, at);
    return number;
  }

  /** Hex, or text that cannot be mistaken for hex. */
  static byte[] bytes(Schema schema, JsonNode json, JsonPath at) {
    var text = string(schema, json, at);
    if (text.isEmpty() || text.startsWith("0x")) {
      return text.isEmpty() ? new byte[0] : hex(schema, json, at);
    }
    var bytes = text.getBytes(StandardCharsets.UTF_8); // half surrogate pairs never get here
    if (BytesForm.mayBeHex(text)) {
      throw new BadLine(
          at,
          "%s may be hex or text; write 0x and the digits for these bytes, or %s for the text"
              .formatted(ErrorText.found(json), ErrorText.quoted(BytesForm.HEX.shown(bytes))));
    }
    return bytes;
  }

  static byte[] hex(Schema schema, JsonNode json, JsonPath at) {
    var text = string(schema, json, at);
    if (!text.startsWith("0x")) {
      throw new BadLine(
          at,
          "bytes are written as 0x and hex digits; got " + ErrorText.found(json) + " without 0x");
    }
    for (int i = 2; i < text.length(); i++) {
      if (!HexFormat.isHexDigit(text.charAt(i))) {
        throw new BadLine(
            at,
            "%s is not a hex digit (character %d); expected 0-9, a-f or A-F"
                .formatted(ErrorText.quoted(text.substring(i, i + 1)), i + 1));
      }
    }
    if (text.length() % 2 != 0) {
      throw new BadLine(
          at,
          "an odd number of hex digits (%d); expected two for every byte"
              .formatted(text.length() - 2));
    }
    var bytes = HexFormat.of().parseHex(text, 2, text.length());
    if (schema.getType() == Schema.Type.FIXED && bytes.length != schema.getFixedSize()) {
      throw new BadLine(
          at,
          "%d bytes for %s; expected %d"
              .formatted(bytes.length, schema.getName(), schema.getFixedSize()));
    }
    return bytes;
  }

  private static BadLine outOfRange(long min, long max, JsonNode json, JsonPath at) {
    return new BadLine(
        at,
        "expected a whole number from %d to %d, got %s".formatted(min, max, ErrorText.found(json)));
  }
}
