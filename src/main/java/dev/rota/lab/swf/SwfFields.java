package dev.rota.lab.swf;

import dev.rota.base.lines.BadLine;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.Pattern;

/** The numbers of one line, with the names of the fields. */
final class SwfFields {
  static final int NUMBER = 1;
  static final int SUBMIT = 2;
  static final int RUN = 4;
  static final int PROCESSORS = 5;
  static final int REQUESTED_PROCESSORS = 8;
  static final int REQUESTED_TIME = 9;
  static final int STATUS = 11;
  static final int USER = 12;
  static final int GROUP = 13;
  static final int EXECUTABLE = 14;
  static final int QUEUE = 15;

  static final int PROCESSORS_MAX = 1_000_000;

  /** Three centuries. A larger number is a mistake, and its milliseconds might overflow. */
  private static final BigDecimal SECONDS_MAX = new BigDecimal(10_000_000_000L);

  private static final BigDecimal UNKNOWN = BigDecimal.ONE.negate();
  private static final int MILLIS_DIGITS = 3;

  /** Any field may be written as a decimal. The bounds are those of what a computer prints. */
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d{1,20}(\\.\\d{0,30})?|\\.\\d{1,30})");

  private static final List<String> NAMES =
      List.of(
          "job number",
          "submit time",
          "wait time",
          "run time",
          "processors",
          "average CPU time",
          "used memory",
          "requested processors",
          "requested time",
          "requested memory",
          "status",
          "user",
          "group",
          "executable",
          "queue",
          "partition",
          "preceding job",
          "think time");

  private final String[] texts;
  private final BigDecimal[] values;

  SwfFields(String line) {
    texts = line.split("\\s+");
    if (texts.length != NAMES.size()) {
      throw new BadLine("", "has " + texts.length + " fields, a job has " + NAMES.size());
    }
    values = new BigDecimal[texts.length];
    for (int field = 1; field <= texts.length; field++) {
      if (!DECIMAL.matcher(text(field)).matches()) {
        throw bad(field, "is no number");
      }
      values[field - 1] = new BigDecimal(text(field));
    }
  }

  /** Seconds, which may have decimals, in milliseconds. */
  long millis(int field) {
    return within(field, BigDecimal.ZERO, SECONDS_MAX)
        .movePointRight(MILLIS_DIGITS)
        .setScale(0, RoundingMode.HALF_UP)
        .longValueExact();
  }

  /** As above; -1 if they are unknown. */
  long millisIfKnown(int field) {
    boolean unknown = within(field, UNKNOWN, SECONDS_MAX).compareTo(UNKNOWN) == 0;
    return unknown ? -1 : millis(field);
  }

  long number(int field, long min, long max) {
    BigDecimal value = within(field, BigDecimal.valueOf(min), BigDecimal.valueOf(max));
    try {
      return value.longValueExact();
    } catch (ArithmeticException _) {
      throw bad(field, "is no whole number");
    }
  }

  private BigDecimal within(int field, BigDecimal min, BigDecimal max) {
    BigDecimal value = values[field - 1];
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      boolean low = value.compareTo(min) < 0;
      throw bad(field, low ? "is less than " + min : "is more than " + max);
    }
    return value;
  }

  BadLine bad(int field, String why) {
    return new BadLine(
        "field " + field + " (" + NAMES.get(field - 1) + ")", "'" + text(field) + "' " + why);
  }

  private String text(int field) {
    return texts[field - 1];
  }
}
