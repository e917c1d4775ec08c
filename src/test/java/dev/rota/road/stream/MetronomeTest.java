package dev.rota.road.stream;

import static dev.rota.alarms.wire.AlarmWire.CANCELS;
import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.adrift;
import static dev.rota.testing.AlarmRecords.cancel;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.registry.MockRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How far time passes on a silent lane: never past what its task has still to read. */
class MetronomeTest {
  private static final String SCOPE = "metronome-test";
  private static final long HOUR_AGO = -3_600_000;
  private static final long NOW = RoadDriver.START_MILLIS;
  private static final Duration SECOND = Duration.ofSeconds(1);

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
  void thePunctuationDecidesNothingForItCommitsNoOffset() {
    streams.send(SETTINGS, "home", 0, set("home", "tea", 100));
    streams.readLedger();

    streams.punctuate(Duration.ofMinutes(1));

    assertThat(streams.readLedger()).isEmpty();
    assertThat(streams.pulses().all().get(0).earliestMillis()).isEqualTo(NOW + 100);
  }

  @Test
  void aNudgeLetsTimePassAndASecondOneDoesNothing() {
    streams.send(SETTINGS, "home", 0, set("home", "tea", 100));
    streams.send(SETTINGS, "work", 200, set("work", "egg", 60_000));
    streams.readLedger();

    streams.nudge(NOW + 150, List.of(2L, 0L));
    streams.nudge(NOW + 150, List.of(2L, 0L));

    assertThat(streams.readLedger())
        .singleElement()
        .satisfies(tick -> assertThat(tick.kind()).isEqualTo(TurnEntry.Kind.TICK))
        .satisfies(tick -> assertThat(tick.source()).isNull())
        .satisfies(tick -> assertThat(afterStart(tick)).isEqualTo(150));
    assertThat(streams.replayed()).hasSize(3).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void aNudgeWaitsForWhatLiesUnreadBeforeIt() {
    streams.send(SETTINGS, "home", 0, set("home", "tea", 1_000));
    streams.passTime(Duration.ofSeconds(10));
    streams.readLedger();
    streams.send(SETTINGS, "work", 10_000, set("work", "egg", 1_000));
    streams.readLedger();

    // Both cancellations were acknowledged before the nudge's time; a fail-over keeps them unread.
    streams.nudge(NOW + 10_000, List.of(2L, 2L));
    streams.nudge(NOW + 11_000, List.of(2L, 2L));
    assertThat(streams.readLedger()).isEmpty();
    streams.send(CANCELS, "home", 9_000, cancel("home", "tea"));
    assertThat(streams.readLedger()).hasSize(1);
    streams.send(CANCELS, "work", 10_500, cancel("work", "egg"));

    assertThat(streams.readLedger())
        .extracting(TurnEntry::lane, TurnEntry::kind)
        .containsExactly(tuple("work", TurnEntry.Kind.INPUT));
  }

  @Test
  void aNudgeIsTakenWithTheRecordThatReachesIt() {
    streams.send(SETTINGS, "home", 0, set("home", "tea", 1_000));
    streams.send(SETTINGS, "work", 2_000, set("work", "egg", 60_000));
    streams.readLedger();

    streams.nudge(NOW + 1_500, List.of(3L, 0L));
    streams.send(SETTINGS, "work", 1_400, set("work", "cake", 60_000));

    assertThat(streams.readLedger())
        .extracting(TurnEntry::lane, TurnEntry::kind, MetronomeTest::afterStart)
        .containsExactly(
            tuple("work", TurnEntry.Kind.INPUT, 2_000L),
            tuple("home", TurnEntry.Kind.TICK, 1_500L));
  }

  @Test
  void newerNudgesDoNotPushAwayTheOneThatIsWaitedFor() {
    streams.send(SETTINGS, "home", 0, set("home", "tea", 1_000));
    streams.nudge(NOW + 1_000, List.of(2L, 0L));
    for (long end = 3; end < 20; end++) {
      streams.nudge(NOW + 1_000 * end, List.of(end, 0L));
    }
    streams.readLedger();

    streams.send(SETTINGS, "work", 30_000, set("work", "egg", 60_000));

    assertThat(streams.readLedger())
        .extracting(TurnEntry::lane, TurnEntry::kind, MetronomeTest::afterStart)
        .containsExactly(
            tuple("work", TurnEntry.Kind.INPUT, 30_000L),
            tuple("home", TurnEntry.Kind.TICK, 1_000L));
  }

  @Test
  void whereAnInputHasLostRecordsANewerNudgeTakesOver() {
    streams.send(SETTINGS, "home", 0, set("home", "tea", 1_000));
    streams.send(SETTINGS, "work", 5_000, set("work", "egg", 60_000));
    streams.readLedger();

    streams.nudge(NOW + 1_000, List.of(900L, 0L));
    streams.nudge(NOW + 2_000, List.of(2L, 0L));

    assertThat(streams.readLedger()).extracting(MetronomeTest::afterStart).containsExactly(2_000L);
  }

  @Test
  void aNudgeFromAHostWhoseClockIsFastPassesToTheTimeThatThisOneBelieves() {
    streams.send(SETTINGS, "home", 0, set("home", "tea", 100));
    streams.send(SETTINGS, "work", 0, set("work", "egg", 60_000));
    streams.passTime(Duration.ofMillis(50));
    streams.send(SETTINGS, "work", 200, set("work", "cake", 60_000));
    streams.readLedger();

    streams.nudge(NOW + 3_600_000, List.of(0L, 0L));

    assertThat(streams.readLedger())
        .extracting(TurnEntry::lane, MetronomeTest::afterStart)
        .containsExactly(tuple("home", 200L));
  }

  @Test
  void garbageOnTheTimeTopicDoesNothing() {
    streams.send(SETTINGS, "home", 0, set("home", "tea", 100));
    streams.send(SETTINGS, "work", 500, set("work", "egg", 60_000));
    streams.readLedger();

    streams.hear(null);
    streams.hear(new byte[0]);
    for (String garbage :
        List.of(
            "until",
            "until 9",
            "until nine\nalarm-settings 0\nalarm-cancels 0",
            "until 9\nclaims 0\nblocks 0",
            "until 9\nalarm-settings 0\nalarm-cancels 0\nmore 0",
            "x".repeat(100_000))) {
      streams.hear(garbage.getBytes(UTF_8));
    }
    streams.hear(new byte[] {0, 1, 2, -1});

    assertThat(streams.readLedger()).isEmpty();
    assertThat(streams.read("alarms-dead-letters")).isEmpty();
    streams.punctuate(RoadDriver.BEAT);
    assertThat(streams.metric("time-records-ignored")).isEqualTo(7);
    assertThat(streams.metric("deadlines-overdue-ms")).isEqualTo(400);
    assertThat(streams.metric("clocks-not-believed")).isZero();
  }

  @Test
  void inABacklogASilentLaneWaitsForItsEnd() {
    streams.send(SETTINGS, "home", HOUR_AGO, set("home", "tea", 1_000));
    streams.nudge(NOW, List.of(3L, 0L));
    streams.send(SETTINGS, "work", HOUR_AGO + 2_000, set("work", "egg", 3_600_000));
    streams.send(SETTINGS, "home", HOUR_AGO + 500, set("home", "cake", 60_000));

    assertThat(streams.readLedger())
        .extracting(TurnEntry::lane, TurnEntry::kind, MetronomeTest::afterStart)
        .containsExactly(
            tuple("home", TurnEntry.Kind.INPUT, HOUR_AGO),
            tuple("work", TurnEntry.Kind.INPUT, HOUR_AGO + 2_000),
            tuple("home", TurnEntry.Kind.INPUT, HOUR_AGO + 500),
            tuple("home", TurnEntry.Kind.TICK, 0L));
  }

  @Test
  void afterARestartTheRecordsOfTheStandstillComeFirst() {
    streams.send(SETTINGS, "home", HOUR_AGO, set("home", "tea", 1_000));
    var changelog = streams.read("test-alarms-alarms-rows-changelog");
    streams.close();
    streams = new RoadDriver(SCOPE, dir, 1);
    streams.restore(changelog);

    streams.punctuate(SECOND);
    streams.nudge(NOW, List.of(1L, 0L));
    assertThat(streams.readLedger()).as("nothing was read yet").isEmpty();

    streams.send(SETTINGS, "home", HOUR_AGO + 500, set("home", "egg", 1_000));
    assertThat(streams.readLedger())
        .extracting(TurnEntry::kind, MetronomeTest::afterStart)
        .containsExactly(
            tuple(TurnEntry.Kind.INPUT, HOUR_AGO + 500), tuple(TurnEntry.Kind.TICK, 0L));
  }

  @Test
  void aClockThatRunsAheadTakesNoLaneAlong() {
    streams.send(SETTINGS, "home", 0, set("home", "tea", 20_000));
    streams.sendAhead(SETTINGS, "work", 30_000, set("work", "egg", 60_000));
    streams.sendAhead(SETTINGS, "home", 30_000, set("home", "egg", 60_000));
    streams.readLedger();

    streams.passTime(RoadDriver.BEAT);

    assertThat(streams.readLedger()).isEmpty();
    assertThat(streams.read("alarms-assignments")).as("the alarm has rung").isEmpty();
  }

  @Test
  void aLaneThatCannotSayWhatIsDueSaysSoOnceAndHoldsUpNoOther() {
    streams.send(SETTINGS, "home", 0, adrift("home", "boat", 100));
    streams.send(SETTINGS, "work", 0, set("work", "egg", 100));
    streams.readLedger();

    streams.passTime(Duration.ofMillis(200));
    streams.passTime(Duration.ofMillis(200));

    assertThat(streams.readLedger())
        .extracting(TurnEntry::lane, TurnEntry::kind, TurnEntry::reason)
        .containsExactlyInAnyOrder(
            tuple("home", TurnEntry.Kind.TICK, "ENGINE_FAULT"),
            tuple("work", TurnEntry.Kind.TICK, null));
    assertThat(streams.read("alarms-dead-letters")).hasSize(1);
  }

  private static long afterStart(TurnEntry entry) {
    return entry.atMillis() - RoadDriver.START_MILLIS;
  }
}
