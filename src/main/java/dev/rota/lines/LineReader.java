package dev.rota.lines;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Lines from a stream of UTF-8, one at a time. After a {@link BadLine} the next call goes on with
 * the next line; a line that is too long is passed over without being kept in memory.
 */
public final class LineReader implements Closeable {
  /** The longest line that is read, in bytes. */
  public static final int BYTES_MAX = 1 << 20;

  private static final int CHUNK = 1 << 16;

  private final InputStream in;
  private final LineParser parser;
  private final int bytesMax;
  private final byte[] chunk = new byte[CHUNK];
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private int from;
  private int to;
  private long number;
  private boolean tooLong;

  public LineReader(InputStream in, LineParser parser) {
    this(in, parser, BYTES_MAX);
  }

  /** Refuses lines of more than the given number of bytes. */
  public LineReader(InputStream in, LineParser parser, int bytesMax) {
    this.in = in;
    this.parser = parser;
    this.bytesMax = bytesMax;
  }

  /** The number of the line last read, from 1; blank lines count. */
  public long number() {
    return number;
  }

  /**
   * The next line that is not blank; empty at the end.
   *
   * @throws BadLine when it cannot be read; {@link #number} then says which
   */
  public Optional<Line> next() throws IOException {
    while (fetch()) {
      if (tooLong) {
        throw new BadLine(
            At.ROOT, "longer than " + bytesMax + " bytes; split it into several records");
      }
      var text = decoded();
      if (!text.isBlank()) {
        return Optional.of(parser.parse(text));
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** Brings one raw line into {@link #line}; false at the end of the stream. */
  private boolean fetch() throws IOException {
    line.reset();
    tooLong = false;
    boolean any = false;
    while (from < to || fill()) {
      any = true;
      int end = from;
      while (end < to && chunk[end] != '\n') {
        end++;
      }
      keep(end - from);
      from = end + 1;
      if (end < to) {
        break;
      }
    }
    number += any ? 1 : 0;
    return any;
  }

  private void keep(int length) {
    if (tooLong || line.size() + length > bytesMax) {
      tooLong = true;
      line.reset();
    } else {
      line.write(chunk, from, length);
    }
  }

  private boolean fill() throws IOException {
    from = 0;
    to = Math.max(0, in.read(chunk));
    return to > 0;
  }

  private String decoded() {
    try {
      var text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(line.toByteArray()))
              .toString();
      return number == 1 && text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new BadLine(At.ROOT, "not UTF-8; convert the input to UTF-8");
    }
  }
}
