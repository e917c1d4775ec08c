package dev.rota.base.lines;

import dev.rota.base.text.Utf8Text;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;
import java.util.Optional;

/** How bytes are written in lines. Both forms can be read back. */
public enum BytesForm {
  /** Always {@code 0x…}. */
  HEX,
  /** Printable UTF-8 that cannot be mistaken for hex, otherwise {@code 0x…}. */
  TEXT;

  private static final HexFormat DIGITS = HexFormat.of();

  /** Formats the bytes. */
  public String shown(byte[] bytes) {
    return (this == TEXT ? text(bytes) : Optional.<String>empty())
        .orElseGet(() -> "0x" + DIGITS.formatHex(bytes));
  }

  private static Optional<String> text(byte[] bytes) {
    try {
      String text = Utf8Text.decode(bytes);
      boolean clear =
          !text.isEmpty() && !mayBeHex(text) && text.codePoints().allMatch(BytesForm::isPrintable);
      return clear ? Optional.of(text) : Optional.empty();
    } catch (CharacterCodingException _) {
      return Optional.empty();
    }
  }

  /**
   * Returns true if it is hex or may have been meant as hex: whole bytes of digits without {@code
   * 0x}.
   */
  static boolean mayBeHex(String text) {
    return text.startsWith("0x")
        || text.startsWith("0X")
        || (!text.isEmpty()
            && text.length() % 2 == 0
            && text.chars().allMatch(HexFormat::isHexDigit));
  }

  /** JSON escapes tabs and line ends. Other control characters are not printable. */
  private static boolean isPrintable(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL -> point == '\t' || point == '\n' || point == '\r';
      case Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
