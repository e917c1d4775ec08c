package dev.rota.base.lines;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.time.Instant;

/** Answers as JSON: the names are those of a record's components, and a time is as ISO 8601. */
public final class AnswerJson {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(
              new SimpleModule().addSerializer(Instant.class, ToStringSerializer.instance));

  private AnswerJson() {}

  /** For who adds to it, or reads it. */
  public static JsonNode tree(Object answer) {
    return JSON.valueToTree(answer);
  }

  public static String text(Object answer) {
    try {
      return JSON.writeValueAsString(answer);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e); // records of plain values are always writable
    }
  }
}
