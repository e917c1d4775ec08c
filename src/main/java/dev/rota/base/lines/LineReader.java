package dev.rota.base.lines;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads and parses UTF-8 lines. After a {@link BadLine} the next call continues with the next line.
 */
public final class LineReader implements Closeable {
  private final RawLines lines;
  private final LineParser parser;

  public LineReader(InputStream in, LineParser parser) {
    this(in, parser, RawLines.BYTES_MAX);
  }

  /** Refuses lines with more bytes than this. */
  public LineReader(InputStream in, LineParser parser, int bytesMax) {
    this.lines =
        new RawLines(in, StandardCharsets.UTF_8, bytesMax, "split it into several records");
    this.parser = parser;
  }

  /** The number of the last line, starting with 1; blank lines count. */
  public long number() {
    return lines.number();
  }

  /**
   * Returns the next line that is not blank; empty at the end.
   *
   * @throws BadLine if it is invalid; {@link #number} is its number
   */
  public Optional<InputLine> next() throws IOException {
    for (var line = lines.next(); line != null; line = lines.next()) {
      if (!line.isBlank()) {
        return Optional.of(parser.parse(line));
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
