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

/** Reads a file with a JSON object on each line, plain or gzipped. Blank lines are skipped. */
final class JsonLines implements Closeable {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private final RawLines lines;

  public JsonLines(InputStream in) throws IOException {
    lines =
        new RawLines(
            Unzipped.of(in),
            StandardCharsets.UTF_8,
            RawLines.BYTES_MAX,
            "each line must be one JSON object");
  }

  /** The number of the last line, starting with 1. */
  public long number() {
    return lines.number();
  }

  /**
   * Returns the next object; empty at the end.
   *
   * @throws BadLine if the next line is not an object; the line after it can be read
   */
  public Optional<JsonFields> next() throws IOException {
    for (String line = lines.next(); line != null; line = lines.next()) {
      if (!line.isBlank()) {
        return Optional.of(fields(line));
      }
    }
    return Optional.empty();
  }

  private static JsonFields fields(String line) {
    try {
      JsonNode json = JSON.readTree(line);
      if (json.isObject()) {
        return new JsonFields(json);
      }
    } catch (JsonProcessingException e) {
      throw new BadLine("", "is not JSON: " + JsonTree.cause(e) + JsonTree.column(e));
    }
    throw new BadLine("", "is not a JSON object");
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
