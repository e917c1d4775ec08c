package dev.rota.lines;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;

/**
 * Lines of text from a stream, one at a time. One that is too long is passed over without being
 * kept in memory.
 */
public final class RawLines implements Closeable {
  /** The longest line that is read where nothing else is said, in bytes. */
  public static final int BYTES_MAX = 1 << 20;

  private static final int CHUNK = 1 << 16;

  private final InputStream in;
  private final Charset charset;
  private final int bytesMax;
  private final String advice;
  private final byte[] chunk = new byte[CHUNK];
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private int from;
  private int to;
  private long number;
  private boolean tooLong;

  /**
   * Lines in a charset.
   *
   * @param bytesMax the longest that is read, in bytes
   * @param advice what to do about one that is longer
   */
  public RawLines(InputStream in, Charset charset, int bytesMax, String advice) {
    this.in = in;
    this.charset = charset;
    this.bytesMax = bytesMax;
    this.advice = advice;
  }

  /** The number of the line last read, from 1. */
  public long number() {
    return number;
  }

  /**
   * The next line without its end; null when there is none.
   *
   * @throws BadLine when it cannot be read; the one after it can
   */
  public String next() throws IOException {
    if (!fetch()) {
      return null;
    }
    if (tooLong) {
      throw new BadLine(JsonPath.ROOT, "longer than " + bytesMax + " bytes; " + advice);
    }
    try {
      var text = charset.newDecoder().decode(ByteBuffer.wrap(line.toByteArray())).toString();
      return number == 1 && text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new BadLine(
          JsonPath.ROOT,
          "not %s; convert the input to %s".formatted(charset.name(), charset.name()));
    }
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

  @Override
  public void close() throws IOException {
    in.close();
  }
}
