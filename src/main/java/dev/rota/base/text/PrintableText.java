package dev.rota.base.text;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import java.util.Locale;

/**
 * Makes text safe for terminals and for eyes. Characters that move the cursor, end the line, change
 * the text direction or are not seen are escaped as in JSON, {@code \}{@code u200B}: two names that
 * differ look unlike. A line of JSON keeps its meaning.
 */
public final class PrintableText {
  private static final int ASCII = 0x80;

  // Formats that are seen.
  private static final int KAITHI_NUMBER = 0x110BD;
  private static final int KAITHI_NUMBER_ABOVE = 0x110CD;

  private PrintableText() {}

  /** Escapes one line. Tabs stay. */
  public static String line(String text) {
    return escaped(text, '\t');
  }

  /** Escapes several lines. Line ends and tabs stay. */
  public static String text(String text) {
    return escaped(text, '\n');
  }

  private static String escaped(String text, char also) {
    int at = 0;
    while (at < text.length() && isPlain(text.charAt(at))) {
      at++;
    }
    if (at == text.length()) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, at);
    while (at < text.length()) {
      int point = text.codePointAt(at);
      if (point == '\t' || point == also || !isHidden(point)) {
        escaped.appendCodePoint(point);
      } else {
        for (char c : Character.toChars(point)) {
          escaped.append(escape(c));
        }
      }
      at += Character.charCount(point);
    }
    return escaped.toString();
  }

  /** Most texts have nothing else. */
  private static boolean isPlain(char c) {
    return c >= ' ' && c < ASCII - 1;
  }

  /** What is obeyed and not seen: controls, formats, separators but the space, half characters. */
  public static boolean isHidden(int point) {
    return switch (Character.getType(point)) {
      case Character.FORMAT -> point != KAITHI_NUMBER && point != KAITHI_NUMBER_ABOVE;
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      case Character.SPACE_SEPARATOR -> point != ' ';
      default ->
          Character.isSupplementaryCodePoint(point)
              ? isHiding(Character.highSurrogate(point))
              : isBlank(point);
    };
  }

  /** Fillers, joiners and variation selectors of other categories (Default_Ignorable), a blank. */
  private static boolean isBlank(int point) {
    return switch (point) {
      case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2065, 0x2800, 0x3164, 0xFFA0 -> true;
      default ->
          (point >= 0x180B && point <= 0x180F)
              || (point >= 0xFE00 && point <= 0xFE0F)
              || (point >= 0xFFF0 && point <= 0xFFF8);
    };
  }

  /**
   * Blocks with characters that are not seen: formats of hieroglyphs, shorthand and music, and
   * tags. As a whole: a JSON generator asks for each half.
   */
  private static boolean isHiding(char high) {
    return high == 0xD80D || high == 0xD82F || high == 0xD834 || (high >= 0xDB40 && high <= 0xDB43);
  }

  private static String escape(int c) {
    return String.format(Locale.ROOT, "\\u%04X", c);
  }

  /** The same for a JSON generator, which escapes ASCII control characters itself. */
  public static final class InJson extends CharacterEscapes {
    private static final long serialVersionUID = 1L;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] codes = standardAsciiEscapesForJSON();
      codes[ASCII - 1] = ESCAPE_STANDARD; // DEL
      return codes;
    }

    /** A low half comes here only behind a high one that was escaped. */
    @Override
    public SerializableString getEscapeSequence(int c) {
      boolean hidden = Character.isHighSurrogate((char) c) ? isHiding((char) c) : isHidden(c);
      return c >= ASCII && hidden ? new SerializedString(escape(c)) : null;
    }
  }
}
