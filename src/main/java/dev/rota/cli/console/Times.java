package dev.rota.cli.console;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/** Points in time on the command line. */
public final class Times {
  private Times() {}

  /**
   * Returns epoch ms of an instant, or of a duration before now.
   *
   * @throws Failure if it is neither
   */
  public static long millis(String flag, String text, Instant now) {
    try {
      return text.startsWith("P")
          ? now.minus(Duration.parse(text)).toEpochMilli()
          : Instant.parse(text).toEpochMilli();
    } catch (DateTimeException | ArithmeticException e) {
      throw new Failure(
          Exit.USAGE,
          flag + " " + text,
          "it is no time",
          "pass one such as 2026-01-31T12:00:00Z, or a duration before now such as P30D or PT12H",
          e);
    }
  }
}
