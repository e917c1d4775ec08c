package dev.rota.base.lines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.text.SpellingSuggestion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

public final class LineParser {
  private static final List<String> RECORD_FIELDS =
      List.of("topic", "key", "timestamp", "value", "partition", "offset", "headers");
  private static final List<String> QUERY_FIELDS = List.of("query", "key", "args");

  private final Optional<String> defaultTopic;

  /** Every record must name its topic. */
  public LineParser() {
    this(Optional.empty());
  }

  /** Uses this topic for records without one. */
  public LineParser(Optional<String> defaultTopic) {
    this.defaultTopic = defaultTopic;
  }

  /**
   * Parses a line.
   *
   * @throws BadLine if it is neither a record nor a query
   */
  public InputLine parse(String text) {
    var json = JsonTree.parse(text);
    if (!(json instanceof ObjectNode line)) {
      throw new BadLine(JsonPath.ROOT, "expected one JSON object, got " + ErrorText.found(json));
    }
    return line.has("query") ? query(line) : envelope(line);
  }

  private static QueryLine query(ObjectNode line) {
    refuseUnknown(line, QUERY_FIELDS, "a query");
    var args =
        Optional.ofNullable(line.get("args")).orElseGet(JsonNodeFactory.instance::objectNode);
    if (!(args instanceof ObjectNode named)) {
      throw expected("args", "an object", args);
    }
    return new QueryLine(text(line, "query"), key(line), named);
  }

  private Envelope envelope(ObjectNode line) {
    refuseUnknown(line, RECORD_FIELDS, "a record");
    var topic = topic(line);
    if (!line.has("value")) {
      throw new BadLine(
          JsonPath.ROOT, "field 'value' is missing; expected the record's plain JSON");
    }
    var metadata =
        new EnvelopeMetadata(
            topic,
            key(line),
            number(line, "timestamp", Long.MIN_VALUE, Long.MAX_VALUE),
            partition(line),
            number(line, "offset", 0, Long.MAX_VALUE),
            headers(line));
    return new Envelope(metadata, line.get("value"));
  }

  private String topic(ObjectNode line) {
    if (!line.has("topic")) {
      return defaultTopic.orElseThrow(
          () ->
              new BadLine(JsonPath.ROOT, "field 'topic' is missing; expected the name of a topic"));
    }
    return text(line, "topic");
  }

  private static Optional<String> key(ObjectNode line) {
    return absent(line, "key") ? Optional.empty() : Optional.of(string(line.get("key"), "key"));
  }

  private static OptionalInt partition(ObjectNode line) {
    var number = number(line, "partition", 0, Integer.MAX_VALUE);
    return number.isPresent() ? OptionalInt.of((int) number.getAsLong()) : OptionalInt.empty();
  }

  private static OptionalLong number(ObjectNode line, String name, long min, long max) {
    if (absent(line, name)) {
      return OptionalLong.empty();
    }
    var json = line.get(name);
    if (!json.isIntegralNumber()) {
      throw expected(name, "a whole number", json);
    }
    if (!json.canConvertToLong() || json.longValue() < min || json.longValue() > max) {
      throw expected(name, "a whole number from " + min + " to " + max, json);
    }
    return OptionalLong.of(json.longValue());
  }

  private static Map<String, String> headers(ObjectNode line) {
    if (absent(line, "headers")) {
      return Map.of();
    }
    if (!(line.get("headers") instanceof ObjectNode named)) {
      throw expected("headers", "an object of strings", line.get("headers"));
    }
    var headers = new LinkedHashMap<String, String>();
    for (var header : named.properties()) {
      var value = header.getValue();
      if (!value.isTextual() && !value.isNull()) {
        throw new BadLine(
            JsonPath.ROOT.field("headers").field(header.getKey()),
            "expected a string, got " + ErrorText.found(value));
      }
      headers.put(header.getKey(), value.textValue());
    }
    return headers;
  }

  private static boolean absent(ObjectNode line, String name) {
    return !line.hasNonNull(name);
  }

  private static String text(ObjectNode line, String name) {
    var text = string(line.get(name), name);
    if (text.isEmpty()) {
      throw new BadLine(JsonPath.ROOT.field(name), "expected a name, got an empty string");
    }
    return text;
  }

  private static String string(JsonNode json, String name) {
    if (!json.isTextual()) {
      throw expected(name, "a string", json);
    }
    return json.textValue();
  }

  private static void refuseUnknown(ObjectNode line, List<String> known, String what) {
    for (var field : line.properties()) {
      var name = field.getKey();
      if (!known.contains(name)) {
        throw new BadLine(
            JsonPath.ROOT.field(name),
            "field %s is unknown to %s%s (it has %s)"
                .formatted(
                    ErrorText.quoted(name),
                    what,
                    SpellingSuggestion.after(name, known),
                    ErrorText.names(known)));
      }
    }
  }

  private static BadLine expected(String name, String expected, JsonNode json) {
    return new BadLine(
        JsonPath.ROOT.field(name),
        "expected %s, got %s".formatted(expected, ErrorText.found(json)));
  }
}
