package dev.rota.app.console;

import dev.rota.base.text.Utf8Text;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;

/** Formats bytes for output lines. */
public final class ByteFormatter {
  private ByteFormatter() {}

  /** Returns the text if the bytes are valid UTF-8, otherwise {@code 0x…}. Null stays null. */
  public static String text(byte[] bytes) {
    if (bytes == null) {
      return null;
    }
    try {
      return Utf8Text.decode(bytes);
    } catch (CharacterCodingException _) {
      return hex(bytes);
    }
  }

  public static String hex(byte[] bytes) {
    return "0x" + HexFormat.of().formatHex(bytes);
  }
}
