package dev.rota.base.lines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.rota.base.text.PrintableText;
import java.util.Collection;
import java.util.stream.Collectors;
import org.apache.avro.Schema;

/** Describes found and expected values in error messages. */
final class ErrorText {
  private static final int TEXT_MAX = 60;
  private static final int NAMES_MAX = 20;

  private ErrorText() {}

  /** For example {@code the string "abc"}, {@code null}, {@code an object}. */
  static String found(JsonNode json) {
    return switch (json.getNodeType()) {
      case STRING -> "the string " + quoted(json.textValue());
      case NUMBER -> "the number " + cut(json.asText());
      case BOOLEAN -> json.asText();
      case NULL -> "null";
      case OBJECT, POJO -> "an object";
      case ARRAY -> "an array";
      case BINARY -> "bytes";
      case MISSING -> "nothing";
    };
  }

  /**
   * For example {@code a whole number}, {@code one of GUIDE, RUNTIME}, {@code null or a string}.
   */
  static String expected(Schema schema) {
    return switch (schema.getType()) {
      case NULL -> "null";
      case BOOLEAN -> "true or false";
      case STRING -> "a string";
      case INT, LONG -> "a whole number";
      case FLOAT, DOUBLE -> "a number";
      case BYTES -> "text, or a string of 0x and hex digits";
      case FIXED -> "a string of 0x and " + 2L * schema.getFixedSize() + " hex digits";
      case ENUM -> "one of " + names(schema.getEnumSymbols());
      case ARRAY -> "an array";
      case MAP -> "an object";
      case RECORD -> "an object (" + schema.getName() + ")";
      case UNION ->
          schema.getTypes().stream().map(ErrorText::expected).collect(Collectors.joining(" or "));
    };
  }

  static String names(Collection<String> names) {
    String shown = names.stream().limit(NAMES_MAX).collect(Collectors.joining(", "));
    return names.size() <= NAMES_MAX ? shown : shown + ", …";
  }

  /** Quotes and escapes text, so that a message cannot disturb a terminal or a log. */
  static String quoted(String text) {
    return PrintableText.line(TextNode.valueOf(cut(text)).toString());
  }

  private static String cut(String text) {
    if (text.length() <= TEXT_MAX) {
      return text;
    }
    boolean whole = !Character.isHighSurrogate(text.charAt(TEXT_MAX - 1));
    return text.substring(0, whole ? TEXT_MAX : TEXT_MAX - 1) + "…";
  }
}
