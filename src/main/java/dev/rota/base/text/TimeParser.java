package dev.rota.base.text;

import static java.time.format.DateTimeFormatter.ISO_LOCAL_DATE;
import static java.time.format.DateTimeFormatter.ISO_LOCAL_TIME;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.regex.Pattern;

/** Points in time as people write them. There is one grammar for all flags and parameters. */
public final class TimeParser {
  /** What can be written, for messages. */
  public static final String EXAMPLES =
      "2026-01-31T12:00:00Z, 2026-01-31T14:00+02:00, 2026-01-31, epoch milliseconds such as"
          + " 1700000000000, or a duration before now such as P30D or PT12H";

  private static final Pattern MILLIS = Pattern.compile("[0-9]{1,15}");

  /** ISO 8601 has an offset with a colon, and one without. */
  private static final Pattern NO_COLON = Pattern.compile(".*[+-][0-9]{4}");

  private static final DateTimeFormatter ISO = iso("+HH:mm");
  private static final DateTimeFormatter ISO_NO_COLON = iso("+HHmm");

  private TimeParser() {}

  /**
   * Returns epoch ms. What has no offset is UTC.
   *
   * @throws DateTimeException if it is no time
   */
  public static long millis(String text, Instant now) {
    try {
      return time(text, now).toEpochMilli();
    } catch (ArithmeticException e) {
      throw new DateTimeException(text + " is too far from now", e);
    }
  }

  private static Instant time(String text, Instant now) {
    if (text.equals("now")) {
      return now;
    }
    if (MILLIS.matcher(text).matches()) {
      return Instant.ofEpochMilli(Long.parseLong(text));
    }
    if (text.startsWith("P")) {
      return now.minus(Duration.parse(text));
    }
    DateTimeFormatter form = NO_COLON.matcher(text).matches() ? ISO_NO_COLON : ISO;
    TemporalAccessor read =
        form.parseBest(text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
    if (read instanceof OffsetDateTime whole) {
      return whole.toInstant();
    }
    return read instanceof LocalDateTime local
        ? local.toInstant(ZoneOffset.UTC)
        : LocalDate.from(read).atStartOfDay().toInstant(ZoneOffset.UTC);
  }

  /** A date, with or without a time, with or without an offset. */
  private static DateTimeFormatter iso(String offset) {
    return new DateTimeFormatterBuilder()
        .parseCaseInsensitive()
        .append(ISO_LOCAL_DATE)
        .optionalStart()
        .appendLiteral('T')
        .append(ISO_LOCAL_TIME)
        .optionalStart()
        .appendOffset(offset, "Z")
        .toFormatter(Locale.ROOT)
        .withChronology(IsoChronology.INSTANCE)
        .withResolverStyle(ResolverStyle.STRICT);
  }
}
