package dev.rota.base.lines;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads a file with a JSON object on each line, plain or gzipped. Blank lines are skipped. */
final class JsonLines implements Closeable {
  private final RawLines lines;

  public JsonLines(InputStream in) throws IOException {
    lines =
        new RawLines(
            GzipInput.of(in),
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
    if (JsonTree.parse(line) instanceof ObjectNode json) {
      return new JsonFields(json);
    }
    throw new BadLine("", "is not a JSON object");
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
