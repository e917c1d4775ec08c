package dev.rota.base.lines;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.BinaryOperator;

/** The JSON object on a line. */
public record JsonFields(JsonNode json) {
  /** Returns true if the field exists and is not null. */
  public boolean has(String field) {
    return json.hasNonNull(field);
  }

  /** Returns the field; a missing node if it does not exist. */
  public JsonNode get(String field) {
    return json.path(field);
  }

  /**
   * Returns a whole number.
   *
   * @throws BadLine if the field is not one
   */
  public long number(String field) {
    JsonNode value = json.path(field);
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw bad(field, "a whole number");
    }
    return value.longValue();
  }

  /**
   * Returns a whole number of 0 or more.
   *
   * @throws BadLine if the field is not one
   */
  public long natural(String field) {
    JsonNode value = json.path(field);
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
      throw bad(field, "a whole number, 0 or more");
    }
    return value.longValue();
  }

  /**
   * Returns a text that is not empty.
   *
   * @throws BadLine if the field is not one
   */
  public String text(String field) {
    JsonNode value = json.path(field);
    if (!value.isTextual() || value.textValue().isEmpty()) {
      throw bad(field, "a text");
    }
    return value.textValue();
  }

  /**
   * Returns a text in which nothing is wrong.
   *
   * @param wrong says of a field and its text what is wrong; null if nothing is
   * @throws BadLine if something is
   */
  public String text(String field, BinaryOperator<String> wrong) {
    String text = text(field);
    String why = wrong.apply(field, text);
    if (why != null) {
      throw new BadLine("", why);
    }
    return text;
  }

  private BadLine bad(String field, String expected) {
    JsonNode value = json.path(field);
    String found = value.isMissingNode() ? "missing" : value.toString();
    return new BadLine(field, "is " + found + "; expected " + expected);
  }
}
