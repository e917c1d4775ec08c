package dev.rota.lines;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A file of others, plain or gzipped, with a JSON object on each line; blank lines are none. */
public final class JsonLines implements Closeable {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private final RawLines lines;

  /** The object of a line. */
  public record Fields(JsonNode json) {
    /** Whether the field is there, and not null. */
    public boolean has(String field) {
      return json.hasNonNull(field);
    }

    /** What it says there; never null. */
    public JsonNode get(String field) {
      return json.path(field);
    }

    /**
     * A whole number.
     *
     * @throws BadLine it is none
     */
    public long number(String field) {
      JsonNode value = json.path(field);
      if (!value.isIntegralNumber() || !value.canConvertToLong()) {
        throw bad(field, "a whole number");
      }
      return value.longValue();
    }

    /**
     * A whole number, 0 or more.
     *
     * @throws BadLine it is none
     */
    public long natural(String field) {
      JsonNode value = json.path(field);
      if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
        throw bad(field, "a whole number, 0 or more");
      }
      return value.longValue();
    }

    /**
     * A text that is not empty.
     *
     * @throws BadLine it is none
     */
    public String text(String field) {
      JsonNode value = json.path(field);
      if (!value.isTextual() || value.textValue().isEmpty()) {
        throw bad(field, "a text");
      }
      return value.textValue();
    }

    private BadLine bad(String field, String expected) {
      JsonNode value = json.path(field);
      String found = value.isMissingNode() ? "missing" : value.toString();
      return new BadLine(field, "is " + found + "; expected " + expected);
    }
  }

  public JsonLines(InputStream in) throws IOException {
    lines =
        new RawLines(
            Unzipped.of(in),
            StandardCharsets.UTF_8,
            RawLines.BYTES_MAX,
            "one JSON object is expected on each line");
  }

  /** The number of the line that was read last, 1 for the first. */
  public long number() {
    return lines.number();
  }

  /**
   * The next object; empty at the end.
   *
   * @throws BadLine when the next line is none; the one after it can be read
   */
  public Optional<Fields> next() throws IOException {
    for (String line = lines.next(); line != null; line = lines.next()) {
      if (!line.isBlank()) {
        return Optional.of(fields(line));
      }
    }
    return Optional.empty();
  }

  private static Fields fields(String line) {
    try {
      JsonNode json = JSON.readTree(line);
      if (json.isObject()) {
        return new Fields(json);
      }
    } catch (JsonProcessingException e) {
      throw new BadLine("", "is no JSON: " + JsonTree.cause(e) + JsonTree.column(e));
    }
    throw new BadLine("", "is no JSON object");
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
