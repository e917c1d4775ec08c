package dev.rota.readers.follow.json;

import dev.rota.base.text.TimeParser;
import dev.rota.readers.follow.HistoryMoment;
import java.time.DateTimeException;
import java.time.Instant;

/** Moments as people write them. */
public final class MomentText {
  private static final String EXAMPLES =
      "pass a turn such as 4712, or a time such as 2026-01-31T12:00:00Z, 2026-01-31, or PT5M before"
          + " now";

  private MomentText() {}

  /**
   * A turn's number, a time, or a duration before now. Null or {@code now}: behind the last turn.
   *
   * @param name of the flag or parameter, for messages
   * @throws BadQuestion if it is none of them
   */
  public static HistoryMoment of(String name, String text, Instant now) {
    if (text == null || text.equals("now")) {
      return HistoryMoment.END;
    }
    if (text.matches("0+")) {
      throw new BadQuestion(name + " " + text, "turns begin with 1", EXAMPLES, null);
    }
    try {
      return text.matches("\\d{1,18}")
          ? new HistoryMoment.Turn(Long.parseLong(text))
          : new HistoryMoment.Time(TimeParser.millis(text, now));
    } catch (DateTimeException e) {
      throw new BadQuestion(name + " " + text, "it is neither a turn nor a time", EXAMPLES, e);
    }
  }

  /**
   * Returns epoch ms of a time, or of a duration before now.
   *
   * @param name of the flag or parameter, for messages
   * @throws BadQuestion if it is neither
   */
  public static long millis(String name, String text, Instant now) {
    try {
      return TimeParser.millis(text, now);
    } catch (DateTimeException e) {
      throw new BadQuestion(name + " " + text, "it is no time", "pass " + TimeParser.EXAMPLES, e);
    }
  }
}
