package dev.rota.base.text;

import java.util.Locale;

/** Bytes as people read them. */
public final class SizeText {
  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB"};
  private static final double STEP = 1_000;

  private SizeText() {}

  /** {@code 512 B}, {@code 1.5 kB}, {@code 20 MB}: a decimal below ten, none above. */
  public static String of(long bytes) {
    double size = bytes;
    int unit = 0;
    while (Math.round(size) >= STEP && unit < UNITS.length - 1) {
      size /= STEP;
      unit++;
    }
    String form = unit > 0 && size < 9.95 ? "%.1f %s" : "%.0f %s";
    return String.format(Locale.ROOT, form, size, UNITS[unit]);
  }
}
