package dev.rota.app.clients;

import dev.rota.base.text.TimeParser;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * One end of a range of records.
 *
 * @param time true: epoch ms; false: offset
 */
public record RangeBound(boolean time, long value) {
  // March 1973 in milliseconds. No partition has that many records.
  private static final long FIRST_MILLIS = 100_000_000_000L;

  private static final Pattern DIGITS = Pattern.compile("[0-9]+");

  /** Parses {@code 42}, and times as all flags take them. */
  public static final class Reader implements ITypeConverter<RangeBound> {
    @Override
    public RangeBound convert(String text) {
      try {
        long number = TimeParser.millis(text, Instant.now());
        boolean offset = DIGITS.matcher(text).matches() && number < FIRST_MILLIS;
        if (number >= 0) {
          return new RangeBound(!offset, number);
        }
        throw new TypeConversionException("'" + text + "' is before 1970, when times start");
      } catch (DateTimeException _) {
        throw new TypeConversionException(
            "'" + text + "' is neither an offset nor a time; expected 42, " + TimeParser.EXAMPLES);
      }
    }
  }
}
