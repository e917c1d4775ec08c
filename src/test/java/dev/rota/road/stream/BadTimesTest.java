package dev.rota.road.stream;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.registry.MockRegistry;
import java.nio.file.Path;
import java.time.Instant;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B9: times that no clock has shown. */
final class BadTimesTest {
  private static final String SCOPE = "bad-times";

  @TempDir private Path dir;
  private RoadDriver streams;

  @BeforeEach
  void open() {
    streams = new RoadDriver(SCOPE, dir, 1);
  }

  @AfterEach
  void close() {
    streams.close();
    MockRegistry.drop(SCOPE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1969-12-31T23:59:59.999Z", "1900-01-01T00:00:00Z", "1970-01-01T00:00:00Z"})
  void noTimeOrOneBefore1970IsTheOldestAndTheRecordIsDecided(String time) {
    assertThat(entry(Instant.parse(time)).source().timestampMillis()).isZero();
    streams.send(SETTINGS, "home", 0, set("home", "coffee", 300));
    assertThat(streams.readLedger())
        .singleElement()
        .extracting(TurnEntry::atMillis)
        .isEqualTo(RoadDriver.START_MILLIS);
    assertThat(streams.replayed()).hasSize(2).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void anOldTimeDoesNotTurnTheLanesClockBack() {
    entry(Instant.ofEpochMilli(RoadDriver.START_MILLIS));
    assertThat(entry(Instant.ofEpochMilli(-1)).atMillis()).isEqualTo(RoadDriver.START_MILLIS);
  }

  @Test
  void theYear9999CountsAsNowWhereATopicLetsItIn() {
    Instant late = Instant.parse("9999-12-31T23:59:59Z");
    TurnEntry entry = entry(late);
    assertThat(entry.source().timestampMillis()).isEqualTo(late.toEpochMilli());
    assertThat(entry.atMillis()).isEqualTo(RoadDriver.START_MILLIS);
    assertThat(entry(Instant.EPOCH).atMillis()).isEqualTo(RoadDriver.START_MILLIS);
    assertThat(streams.replayed()).hasSize(2).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void aSenderWhoseClockIsAMinuteFastEndsNothingThatLives() {
    streams.send(SETTINGS, "home", 0, set("home", "tea", 20_000));
    streams.readLedger();
    entry(Instant.ofEpochMilli(RoadDriver.START_MILLIS + 60_000));
    assertThat(streams.read("alarms-assignments")).as("the alarm has rung").isEmpty();
  }

  private TurnEntry entry(Instant time) {
    byte[] value = streams.framed(SETTINGS, set("home", "tea" + time, 300));
    streams.sendAt(time, SETTINGS, "home".getBytes(UTF_8), value, new RecordHeaders());
    var entries = streams.readLedger();
    assertThat(entries).hasSize(1);
    assertThat(entries.get(0).kind()).isEqualTo(TurnEntry.Kind.INPUT);
    return entries.get(0);
  }
}
