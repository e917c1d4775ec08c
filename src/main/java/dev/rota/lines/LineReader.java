package dev.rota.lines;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Lines from a stream of UTF-8, one at a time. After a {@link BadLine} the next call goes on with
 * the next line.
 */
public final class LineReader implements Closeable {
  private final RawLines lines;
  private final LineParser parser;

  public LineReader(InputStream in, LineParser parser) {
    this(in, parser, RawLines.BYTES_MAX);
  }

  /** Refuses lines of more than the given number of bytes. */
  public LineReader(InputStream in, LineParser parser, int bytesMax) {
    this.lines =
        new RawLines(in, StandardCharsets.UTF_8, bytesMax, "split it into several records");
    this.parser = parser;
  }

  /** The number of the line last read, from 1; blank lines count. */
  public long number() {
    return lines.number();
  }

  /**
   * The next line that is not blank; empty at the end.
   *
   * @throws BadLine when it cannot be read; {@link #number} then says which
   */
  public Optional<Line> next() throws IOException {
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
