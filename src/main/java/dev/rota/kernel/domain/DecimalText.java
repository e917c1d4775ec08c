package dev.rota.kernel.domain;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Prints a number the same on every Java runtime. {@code Double.toString} does not: 2e23 has other
 * digits since Java 19.
 */
public final class DecimalText {
  /** With so many digits every double is distinct. */
  private static final int DIGITS_MAX = 17;

  /** As {@code Double.toString}: numbers outside are printed with an exponent. */
  private static final int EXPONENT_MIN = -3;

  private static final int EXPONENT_MAX = 6;

  private DecimalText() {}

  /** Returns the fewest digits, at least two, that round to the number; 2.0E23 or 0.5. */
  public static String text(double number) {
    if (Double.isNaN(number)) {
      return "NaN";
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "Infinity" : "-Infinity";
    }
    boolean negative = Double.doubleToRawLongBits(number) < 0;
    return (negative ? "-" : "") + (number == 0 ? "0.0" : plain(Math.abs(number)));
  }

  private static String plain(double number) {
    BigDecimal rounded = rounded(new BigDecimal(number), number);
    int exponent = rounded.precision() - rounded.scale() - 1;
    if (exponent >= EXPONENT_MIN && exponent <= EXPONENT_MAX) {
      return withPoint(rounded).toPlainString();
    }
    return withPoint(rounded.movePointLeft(exponent)).toPlainString() + "E" + exponent;
  }

  private static BigDecimal rounded(BigDecimal exact, double number) {
    for (int digits = 2; digits < DIGITS_MAX; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (rounded.doubleValue() == number) {
        return rounded.stripTrailingZeros();
      }
    }
    return exact.round(new MathContext(DIGITS_MAX, RoundingMode.HALF_EVEN)).stripTrailingZeros();
  }

  /** At least one digit follows the point. */
  private static BigDecimal withPoint(BigDecimal number) {
    return number.scale() < 1 ? number.setScale(1) : number;
  }
}
