package dev.rota.base.lines;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Arrays;

/** Reads lines of text. A line that is too long is skipped without buffering it. */
public final class RawLines implements Closeable {
  /** The default maximum line length, bytes. */
  public static final int BYTES_MAX = 1 << 20;

  private static final int CHUNK = 1 << 16;
  private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

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
   * Reads lines in a charset.
   *
   * @param bytesMax maximum line length, bytes
   * @param advice what to do about a longer line
   */
  public RawLines(InputStream in, Charset charset, int bytesMax, String advice) {
    this.in = in;
    this.charset = charset;
    this.bytesMax = bytesMax;
    this.advice = advice;
  }

  /** The number of the last line, starting with 1. */
  public long number() {
    return number;
  }

  /**
   * Returns the next line without its line end; null at the end.
   *
   * @throws BadLine if it is invalid; the line after it can be read
   */
  public String next() throws IOException {
    if (!fetch()) {
      return null;
    }
    if (tooLong) {
      throw new BadLine(JsonPath.ROOT, "longer than " + bytesMax + " bytes; " + advice);
    }
    try {
      byte[] bytes = line.toByteArray();
      int from = number == 1 && isMarked(bytes) ? MARK.length : 0;
      return charset
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, from, bytes.length - from))
          .toString();
    } catch (CharacterCodingException _) {
      throw new BadLine(
          JsonPath.ROOT,
          "not %s; convert the input to %s".formatted(charset.name(), charset.name()));
    }
  }

  /** Some editors begin a file of any charset that has ASCII with UTF-8's byte order mark. */
  private static boolean isMarked(byte[] bytes) {
    return bytes.length >= MARK.length
        && Arrays.equals(bytes, 0, MARK.length, MARK, 0, MARK.length);
  }

  /** Reads one line into {@link #line}. Returns false at the end of the stream. */
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
