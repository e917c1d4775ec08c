package dev.rota.swf;

import dev.rota.lines.BadLine;
import java.util.List;

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
  private static final long SECONDS_MAX = 10_000_000_000L;

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

  SwfFields(String line) {
    texts = line.split("\\s+");
    if (texts.length != NAMES.size()) {
      throw new BadLine("", "has " + texts.length + " fields, a job has " + NAMES.size());
    }
    for (int field = 1; field <= texts.length; field++) {
      try {
        Double.parseDouble(text(field));
      } catch (NumberFormatException e) {
        throw bad(field, "is no number");
      }
    }
  }

  long seconds(int field, long min) {
    return number(field, min, SECONDS_MAX);
  }

  long number(int field, long min, long max) {
    long number;
    try {
      number = Long.parseLong(text(field));
    } catch (NumberFormatException e) {
      throw bad(field, "is no whole number");
    }
    if (number < min || number > max) {
      throw bad(field, number < min ? "is less than " + min : "is more than " + max);
    }
    return number;
  }

  BadLine bad(int field, String why) {
    return new BadLine(
        "field " + field + " (" + NAMES.get(field - 1) + ")", "'" + text(field) + "' " + why);
  }

  private String text(int field) {
    return texts[field - 1];
  }
}
