package dev.rota.stream;

import static dev.rota.testing.AlarmRecords.adrift;
import static dev.rota.testing.AlarmRecords.set;
import static dev.rota.testing.alarms.wire.AlarmWire.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rota.ledger.Entry;
import dev.rota.registry.MockRegistry;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How far time passes on a silent lane: never past what its task has still to read. */
class MetronomeTest {
  private static final String SCOPE = "metronome-test";
  private static final long HOUR_AGO = -3_600_000;

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

  @Test
  void inABacklogTimePassesAsItIsRead() {
    streams.send(SETTINGS, "home", HOUR_AGO, set("home", "tea", 1_000));
    streams.passTime(RoadDriver.BEAT);
    streams.send(SETTINGS, "work", HOUR_AGO + 2_000, set("work", "egg", 60_000));
    streams.passTime(RoadDriver.BEAT);
    streams.send(SETTINGS, "home", HOUR_AGO + 3_000, set("home", "cake", 60_000));

    assertThat(streams.readLedger())
        .extracting(Entry::lane, Entry::kind, MetronomeTest::afterStart)
        .containsExactly(
            tuple("home", Entry.Kind.INPUT, HOUR_AGO),
            tuple("work", Entry.Kind.INPUT, HOUR_AGO + 2_000),
            tuple("home", Entry.Kind.TICK, HOUR_AGO + 2_000),
            tuple("home", Entry.Kind.INPUT, HOUR_AGO + 3_000));
  }

  @Test
  void afterARestartTheRecordsOfTheStandstillComeFirst() {
    streams.send(SETTINGS, "home", HOUR_AGO, set("home", "tea", 1_000));
    var changelog = streams.read("test-alarms-alarms-rows-changelog");
    streams.close();
    streams = new RoadDriver(SCOPE, dir, 1);
    streams.restore(changelog);

    streams.passTime(RoadDriver.BEAT);
    assertThat(streams.readLedger()).as("nothing was read yet").isEmpty();

    streams.send(SETTINGS, "home", HOUR_AGO + 500, set("home", "egg", 1_000));
    assertThat(streams.readLedger())
        .singleElement()
        .satisfies(entry -> assertThat(afterStart(entry)).isEqualTo(HOUR_AGO + 500));
  }

  @Test
  void whereNothingComesForASecondItIsTheWallClocksTime() {
    streams.send(SETTINGS, "home", HOUR_AGO, set("home", "tea", 1_000));
    streams.readLedger();

    streams.passTime(Duration.ofMillis(900));
    assertThat(streams.readLedger()).isEmpty();

    streams.passTime(RoadDriver.BEAT);
    assertThat(streams.readLedger())
        .singleElement()
        .satisfies(tick -> assertThat(afterStart(tick)).isEqualTo(1_000));
  }

  @Test
  void aClockThatRunsAheadTakesNoLaneAlong() {
    streams.send(SETTINGS, "home", 0, set("home", "tea", 20_000));
    streams.send(SETTINGS, "work", 30_000, set("work", "egg", 60_000));
    streams.readLedger();

    streams.passTime(RoadDriver.BEAT);

    assertThat(streams.readLedger()).isEmpty();
  }

  @Test
  void aLaneThatCannotSayWhatIsDueSaysSoOnceAndHoldsUpNoOther() {
    streams.send(SETTINGS, "home", 0, adrift("home", "boat", 100));
    streams.send(SETTINGS, "work", 0, set("work", "egg", 100));
    streams.readLedger();

    streams.passTime(Duration.ofMillis(200));
    streams.passTime(Duration.ofMillis(200));

    assertThat(streams.readLedger())
        .extracting(Entry::lane, Entry::kind, Entry::reason)
        .containsExactlyInAnyOrder(
            tuple("home", Entry.Kind.TICK, "ENGINE_FAULT"), tuple("work", Entry.Kind.TICK, null));
    assertThat(streams.read("alarms-dead-letters")).hasSize(1);
  }

  private static long afterStart(Entry entry) {
    return entry.atMillis() - RoadDriver.START_MILLIS;
  }
}
