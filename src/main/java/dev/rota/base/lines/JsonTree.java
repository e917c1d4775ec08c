package dev.rota.base.lines;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;

/**
 * Parses one JSON text. It is written by hand, so that duplicate keys, half surrogate pairs and
 * deep nesting are errors with a path.
 */
public final class JsonTree {
  static final int DEPTH_MAX = 64;
  private static final int DIGITS_MAX = 400;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEPTH_MAX + 1)
                  .maxNumberLength(DIGITS_MAX)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final JsonParser parser;

  private JsonTree(JsonParser parser) {
    this.parser = parser;
  }

  /**
   * Parses all of the text.
   *
   * @throws BadLine if it is not one JSON value
   */
  public static JsonNode parse(String text) {
    try (var parser = JSON.createParser(text)) {
      return new JsonTree(parser).whole();
    } catch (StreamConstraintsException e) {
      throw new BadLine(
          JsonPath.ROOT,
          "a number of more than " + DIGITS_MAX + " characters" + column(e) + "; write it shorter");
    } catch (JsonProcessingException e) {
      throw new BadLine(JsonPath.ROOT, "not JSON: " + cause(e) + column(e));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // cannot happen in memory
    }
  }

  private JsonNode whole() throws IOException {
    if (parser.nextToken() == null) {
      throw new BadLine(JsonPath.ROOT, "empty; expected one JSON object");
    }
    var tree = value(JsonPath.ROOT, 0);
    if (parser.nextToken() != null) {
      throw new BadLine(
          JsonPath.ROOT,
          "more text after the end of the JSON at column "
              + parser.currentTokenLocation().getColumnNr()
              + "; expected one object per line");
    }
    return tree;
  }

  private JsonNode value(JsonPath at, int depth) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(at, deeper(at, depth));
      case START_ARRAY -> array(at, deeper(at, depth));
      case VALUE_STRING -> NODES.textNode(unicode(at, parser.getText()));
      case VALUE_NUMBER_INT -> whole(parser.getNumberType());
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(finite(at, parser.getDoubleValue()));
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      case VALUE_NULL -> NODES.nullNode();
      case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException("no value begins with " + parser.currentToken());
    };
  }

  private ObjectNode object(JsonPath at, int depth) throws IOException {
    var object = NODES.objectNode();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      var name = unicode(at, parser.currentName());
      var child = at.field(name);
      parser.nextToken();
      if (object.replace(name, value(child, depth)) != null) {
        throw new BadLine(child, "field " + ErrorText.quoted(name) + " is duplicated; keep one");
      }
    }
    return object;
  }

  private ArrayNode array(JsonPath at, int depth) throws IOException {
    var array = NODES.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(value(at.item(array.size()), depth));
    }
    return array;
  }

  private JsonNode whole(JsonParser.NumberType type) throws IOException {
    return switch (type) {
      case INT -> NODES.numberNode(parser.getIntValue());
      case LONG -> NODES.numberNode(parser.getLongValue());
      default -> NODES.numberNode((BigInteger) parser.getNumberValue());
    };
  }

  private static int deeper(JsonPath at, int depth) {
    if (depth == DEPTH_MAX) {
      throw new BadLine(at, "nested deeper than " + DEPTH_MAX + " levels; no record needs that");
    }
    return depth + 1;
  }

  private static double finite(JsonPath at, double number) {
    if (Double.isInfinite(number)) {
      throw new BadLine(at, "the number is out of a double's range; expected at most ±1.8e308");
    }
    return number;
  }

  private static String unicode(JsonPath at, String text) {
    int i = 0;
    while (i < text.length()) {
      int point = text.codePointAt(i);
      if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
        throw new BadLine(at, "half a surrogate pair in a string; expected whole characters");
      }
      i += Character.charCount(point);
    }
    return text;
  }

  /** Jackson's first sentence without its notes. */
  private static String cause(JsonProcessingException e) {
    return e.getOriginalMessage()
        .lines()
        .findFirst()
        .orElse("unreadable")
        .replaceAll(" ?\\(start marker at .*\\)|: enable `.*", "");
  }

  private static String column(JsonProcessingException e) {
    return e.getLocation() == null ? "" : " at column " + e.getLocation().getColumnNr();
  }
}
