package dev.rota.serving.serve;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The contrast of two colours as WCAG 2 defines it. */
final class Contrast {
  private static final Pattern COLOUR = Pattern.compile("--([a-z-]+): (#[0-9a-f]{3,6});");

  private Contrast() {}

  /** The colours that a style sheet names, the first of each name. */
  static Map<String, String> colours(String css) {
    Map<String, String> colours = new TreeMap<>();
    Matcher found = COLOUR.matcher(css);
    while (found.find()) {
      colours.putIfAbsent(found.group(1), found.group(2));
    }
    return colours;
  }

  /** From 1 to 21. */
  static double between(String one, String other) {
    double a = luminance(one);
    double b = luminance(other);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  private static double luminance(String colour) {
    String digits = colour.substring(1);
    String hex = digits.length() == 3 ? digits.replaceAll("(.)", "$1$1") : digits;
    return 0.2126 * part(hex, 0) + 0.7152 * part(hex, 2) + 0.0722 * part(hex, 4);
  }

  private static double part(String hex, int at) {
    double value = Integer.parseInt(hex.substring(at, at + 2), 16) / 255.0;
    return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
  }
}
