package dev.rota.base.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TimeParserTest {
  private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "2026-01-31T12:00:00Z, 2026-01-31T12:00:00Z",
    "2026-01-31T12:00:00z, 2026-01-31T12:00:00Z",
    "2026-01-31T12:00:00+0200, 2026-01-31T10:00:00Z",
    "2026-01-31T12:00:00+02:00, 2026-01-31T10:00:00Z",
    "2026-01-31T12:00:00+02, 2026-01-31T10:00:00Z",
    "2026-01-31T12:00-05:30, 2026-01-31T17:30:00Z",
    "2026-01-31T12:00:00.125-0530, 2026-01-31T17:30:00.125Z",
    "2026-01-31T12:00:00, 2026-01-31T12:00:00Z",
    "2026-01-31T12:00, 2026-01-31T12:00:00Z",
    "2026-01-31, 2026-01-31T00:00:00Z",
    "1700000000000, 2023-11-14T22:13:20Z",
    "0, 1970-01-01T00:00:00Z",
    "1969-12-31, 1969-12-31T00:00:00Z",
    "now, 2026-03-01T00:00:00Z",
    "P30D, 2026-01-30T00:00:00Z",
    "PT1H30M, 2026-02-28T22:30:00Z",
  })
  void aTimeIsReadInEachOfItsForms(String text, Instant expected) {
    assertThat(Instant.ofEpochMilli(TimeParser.millis(text, NOW))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "2026-02-30",
        "2026-01-31T25:00:00Z",
        "2026-01-31T12:00:00+0260",
        "2026-01-31T12:00:00+2",
        "2026-01-31T12:00:00 Z",
        "2026-01-31T12:00:00+02:00x",
        "2026-01-31Z",
        "+999999999-12-31",
        "P9223372036854775807D",
        "PT9223372036854775807S",
        "-1",
        "9999999999999999",
        "\u0664\u0662",
      })
  void whatIsNoTimeIsRefused(String text) {
    assertThatThrownBy(() -> TimeParser.millis(text, NOW)).isInstanceOf(DateTimeException.class);
  }
}
