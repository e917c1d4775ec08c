package dev.rota.serving.serve;

import dev.rota.base.http.HttpCall;
import java.util.List;

/** The values of a call's parameters. */
final class ParameterValues {
  private ParameterValues() {}

  /**
   * A whole number.
   *
   * @throws ProblemDetails.Refused if it is none, or not within these limits
   */
  static long number(HttpCall call, String name, long otherwise, long min, long max) {
    String text = call.query().get(name);
    return text == null ? otherwise : number(name, text, min, max);
  }

  static long number(String name, String text, long min, long max) {
    if (text.matches("\\d{1,18}")) {
      long value = Long.parseLong(text);
      if (value >= min && value <= max) {
        return value;
      }
    }
    throw ProblemDetails.bad(
        name + " is '" + text + "'", "pass a whole number from " + min + " to " + max);
  }

  /** Yes or no; yes if it is not said. */
  static boolean isYes(HttpCall call, String name) {
    String text = call.query().getOrDefault(name, "yes");
    if (!List.of("yes", "no").contains(text)) {
      throw ProblemDetails.bad(name + " is '" + text + "'", "pass yes or no");
    }
    return text.equals("yes");
  }

  static String place(HttpCall call, String name) {
    return call.places().get(name);
  }
}
