package dev.rota.base.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Decodes UTF-8, and refuses what is none. The JDK's constructors put U+FFFD in its place, which
 * makes equal texts of unlike bytes.
 */
public final class Utf8Text {
  private static final char REPLACED = '\uFFFD';

  private Utf8Text() {}

  /** Bytes that are no UTF-8. */
  private static final class Malformed extends CharacterCodingException {
    private static final long serialVersionUID = 1L;
    private final String message;

    Malformed(byte first, int at) {
      message = String.format(Locale.ROOT, "a text is not UTF-8: byte 0x%02x at %d", first, at);
    }

    @Override
    public String getMessage() {
      return message;
    }
  }

  /**
   * Decodes all of it.
   *
   * @throws CharacterCodingException names the first byte that is wrong
   */
  public static String decode(byte[] bytes) throws CharacterCodingException {
    return decode(bytes, 0, bytes.length);
  }

  /** As above, so many bytes from this index on. */
  public static String decode(byte[] bytes, int from, int length) throws CharacterCodingException {
    String text = new String(bytes, from, length, UTF_8);
    if (text.indexOf(REPLACED) >= 0) { // seldom, and then it may be what was sent
      check(bytes, from, length);
    }
    return text;
  }

  private static void check(byte[] bytes, int from, int length) throws CharacterCodingException {
    ByteBuffer in = ByteBuffer.wrap(bytes, from, length);
    if (UTF_8.newDecoder().decode(in, CharBuffer.allocate(length), true).isError()) {
      throw new Malformed(in.get(in.position()), in.position() - from);
    }
  }

  /** A whole file without its byte order mark, which some editors write. */
  public static String read(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    try {
      return withoutMark(decode(bytes));
    } catch (CharacterCodingException e) {
      throw new IOException(file + ": " + e.getMessage() + "; save it as UTF-8", e);
    }
  }

  /** Without a byte order mark at its start. */
  public static String withoutMark(String text) {
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /** Lines as they come. What is no UTF-8 fails as an {@link IOException}. */
  public static BufferedReader lines(InputStream in) {
    return new BufferedReader(new InputStreamReader(in, UTF_8.newDecoder()));
  }
}
