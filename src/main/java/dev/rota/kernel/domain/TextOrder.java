package dev.rota.kernel.domain;

import java.util.Comparator;

/** The order of texts in rules. */
public final class TextOrder {
  /** By code points, which is the order of their bytes in UTF-8. */
  public static final Comparator<String> CODE_POINTS = TextOrder::compare;

  private TextOrder() {}

  private static int compare(String one, String other) {
    int both = Math.min(one.length(), other.length());
    for (int i = 0; i < both; i++) {
      char a = one.charAt(i);
      char b = other.charAt(i);
      if (a != b) {
        boolean above = Character.isSurrogate(a); // half of a code point above all others
        return above == Character.isSurrogate(b) ? a - b : above ? 1 : -1;
      }
    }
    return one.length() - other.length();
  }
}
