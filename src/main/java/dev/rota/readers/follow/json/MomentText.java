package dev.rota.readers.follow.json;

import dev.rota.base.text.TimeParser;
import dev.rota.readers.follow.HistoryMoment;
import java.time.DateTimeException;
import java.time.Instant;

/** Moments as people write them. */
public final class MomentText {
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
    return text.matches("\\d{1,18}")
        ? new HistoryMoment.Turn(Long.parseLong(text))
        : new HistoryMoment.Time(millis(name, text, now));
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
      throw new BadQuestion(
          name + " " + text, "it is no time: " + e.getMessage(), "pass " + TimeParser.EXAMPLES, e);
    }
  }
}
