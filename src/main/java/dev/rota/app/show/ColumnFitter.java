package dev.rota.app.show;

import dev.rota.base.text.PrintableText;

/** Fits text into the columns of a terminal. */
final class ColumnFitter {
  private static final String MORE = "…";

  /** Characters from here on may take two columns. A short line is better than a long one. */
  private static final int WIDE = 0x1100;

  private ColumnFitter() {}

  /** Cuts the text to the width. What is obeyed or not seen becomes question marks. */
  static String cut(String text, int columns) {
    StringBuilder line = new StringBuilder();
    int used = 0;
    for (int at = 0; at < text.length(); ) {
      int point = text.codePointAt(at);
      at += Character.charCount(point);
      int width = point >= WIDE && point != MORE.charAt(0) ? 2 : 1;
      boolean isLast = at == text.length();
      if (used + width > columns - (isLast ? 0 : 1)) {
        return columns < 1 ? "" : line + MORE;
      }
      line.appendCodePoint(PrintableText.isHidden(point) ? '?' : point);
      used += width;
    }
    return line.toString();
  }
}
