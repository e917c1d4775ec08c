package dev.rota.follow.json;

import dev.rota.follow.Moment;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/** Moments as people write them. */
public final class Moments {
  private Moments() {}

  /**
   * A turn's number, a time, or a duration before now. Null or {@code now}: behind the last turn.
   *
   * @param name of the flag or parameter, for messages
   * @throws BadQuestion if it is none of them
   */
  public static Moment of(String name, String text, Instant now) {
    if (text == null || text.equals("now")) {
      return Moment.END;
    }
    return text.matches("\\d{1,18}")
        ? new Moment.Turn(Long.parseLong(text))
        : new Moment.Time(millis(name, text, now));
  }

  /**
   * Returns epoch ms of an instant, or of a duration before now.
   *
   * @param name of the flag or parameter, for messages
   * @throws BadQuestion if it is neither
   */
  public static long millis(String name, String text, Instant now) {
    try {
      return text.startsWith("P")
          ? now.minus(Duration.parse(text)).toEpochMilli()
          : Instant.parse(text).toEpochMilli();
    } catch (DateTimeException | ArithmeticException e) {
      throw new BadQuestion(
          name + " " + text,
          "it is no time",
          "pass one such as 2026-01-31T12:00:00Z, or a duration before now such as P30D or PT12H",
          e);
    }
  }
}
