package dev.rota.text;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import java.util.Locale;

/**
 * Makes text safe for terminals. Characters that move the cursor, end the line or change the text
 * direction are escaped as in JSON, {@code \}{@code u202E}. A line of JSON keeps its meaning.
 */
public final class Printable {
  private static final int ASCII = 0x80;

  private Printable() {}

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
    while (at < text.length() && isShown(text.charAt(at), also)) {
      at++;
    }
    if (at == text.length()) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, at);
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (isShown(c, also)) {
        escaped.append(c);
      } else {
        escaped.append(escape(c));
      }
    }
    return escaped.toString();
  }

  private static boolean isShown(char c, char also) {
    return c == '\t' || c == also || !isObeyed(c);
  }

  /** Control characters, line separators and direction marks. */
  private static boolean isObeyed(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      case Character.FORMAT ->
          c == 0x061c
              || c == 0x200e
              || c == 0x200f
              || (c >= 0x202a && c <= 0x202e)
              || (c >= 0x2066 && c <= 0x2069);
      default -> false;
    };
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

    @Override
    public SerializableString getEscapeSequence(int c) {
      return c >= ASCII && isObeyed(c) ? new SerializedString(escape(c)) : null;
    }
  }
}
