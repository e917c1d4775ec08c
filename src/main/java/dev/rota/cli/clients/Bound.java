package dev.rota.cli.clients;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * One end of a range of records.
 *
 * @param time true: epoch ms; false: offset
 */
public record Bound(boolean time, long value) {
  // March 1973 in milliseconds. No partition has that many records.
  private static final long FIRST_MILLIS = 100_000_000_000L;

  /** Parses {@code 42}, {@code 1700000000000}, {@code 2026-01-31}, {@code 2026-01-31T12:00:00Z}. */
  public static final class Reader implements ITypeConverter<Bound> {
    @Override
    public Bound convert(String text) {
      try {
        long number = Long.parseLong(text);
        if (number >= 0) {
          return new Bound(number >= FIRST_MILLIS, number);
        }
      } catch (NumberFormatException e) {
        return new Bound(true, time(text).toEpochMilli());
      }
      throw new TypeConversionException("'" + text + "' is negative; offsets and times start at 0");
    }

    private static Instant time(String text) {
      try {
        if (text.indexOf('T') < 0) {
          return LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
        }
        return text.matches(".*(Z|[+-]\\d\\d:?\\d\\d)$")
            ? OffsetDateTime.parse(text).toInstant()
            : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
      } catch (DateTimeException e) {
        throw new TypeConversionException(
            "'"
                + text
                + "' is neither an offset nor a time; write 42, 1700000000000 or"
                + " 2026-01-31T12:00:00Z");
      }
    }
  }
}
