package dev.rota.road.stream;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.jammed;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.registry.MockRegistry;
import dev.rota.testing.LoggedLines;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the operator sees of a deadline over which the rules fail, and that a replay is silent. */
final class FailingDeadlineRoadTest {
  private static final String SCOPE = "failing-deadline";
  private static final long DUE = RoadDriver.START_MILLIS + 250;

  @TempDir private Path dir;
  private LoggedLines log;
  private RoadDriver streams;

  @BeforeEach
  void open() {
    streams = new RoadDriver(SCOPE, dir, 1);
    log = LoggedLines.ofAll();
  }

  @AfterEach
  void close() {
    log.close();
    streams.close();
    MockRegistry.drop(SCOPE);
  }

  @Test
  void theMetronomeTicksOnceAndTheDeadLetterNamesIt() {
    streams.send(SETTINGS, "home", 0, jammed("home", "bell", 250));
    streams.readLedger();

    streams.passTime(Duration.ofSeconds(30));

    assertThat(streams.readLedger())
        .singleElement()
        .satisfies(tick -> assertThat(tick.kind()).isEqualTo(TurnEntry.Kind.TICK))
        .satisfies(tick -> assertThat(tick.reason()).isEqualTo("DEADLINE_FAULT"));
    var letter = streams.readOne("alarms-dead-letters");
    assertThat(letter.key()).asString().isEqualTo("home");
    assertThat(new String(letter.value(), UTF_8)).isEqualTo(DUE + "/alarm/bell");
    assertThat(RoadDriver.texts(letter.headers()))
        .isEqualTo(
            Map.of(
                "rota.turn", "home/2/0",
                "rota.reason", "DEADLINE_FAULT",
                "rota.rules", "1",
                "__streams.errors.exception", "java.lang.IllegalStateException",
                "__streams.errors.message", "the bell is jammed"));
    assertThat(errors())
        .singleElement()
        .asString()
        .contains("turn 2 of lane home", "the deadline " + DUE + "/alarm/bell is set aside");
  }

  @Test
  void whatTheTurnTookIsAnsweredAndIsNoDeadLetter() {
    streams.send(SETTINGS, "home", 0, jammed("home", "bell", 250));
    streams.read("alarms-outcomes");

    streams.send(SETTINGS, "home", 300, set("home", "tea", 9));

    var letter = streams.readOne("alarms-dead-letters");
    assertThat(RoadDriver.texts(letter.headers()))
        .containsEntry("rota.source", "alarm-settings/0/1")
        .doesNotContainKey("__streams.errors.offset");
    var outcome = streams.readOne("alarms-outcomes");
    assertThat(streams.value("alarms-outcomes", outcome).toString()).contains("SET", "tea");
    assertThat(RoadDriver.texts(outcome.headers())).containsEntry("rota.turn", "home/2/1");
  }

  @Test
  void aRestoredTaskKnowsWhatIsSetAside() {
    streams.send(SETTINGS, "home", 0, jammed("home", "bell", 250));
    streams.passTime(Duration.ofMillis(300));
    var changelog = streams.read("test-alarms-alarms-rows-changelog");
    streams.close();

    streams = new RoadDriver(SCOPE, dir, 1);
    streams.restore(changelog);
    streams.passTime(Duration.ofSeconds(5));

    assertThat(streams.readLedger()).isEmpty();
  }

  @Test
  void aReplayMeetsEachFaultAgainAndTellsNobody() {
    streams.send(SETTINGS, "home", 0, jammed("home", "bell", 250));
    streams.send(SETTINGS, "home", 0, set("home", "late", Long.MAX_VALUE));
    streams.passTime(Duration.ofMillis(300));
    streams.readLedger();
    assertThat(errors()).hasSize(2);
    log.clear();

    assertThat(streams.replayed())
        .hasSize(3)
        .allSatisfy(verdict -> assertThat(verdict).isInstanceOf(ReplayVerdict.Same.class))
        .extracting(verdict -> ((ReplayVerdict.Same) verdict).decided().faults().size())
        .containsExactly(0, 1, 1);
    assertThat(log.texts()).isEmpty();
  }

  private List<String> errors() {
    return log.texts(Level.ERROR);
  }
}
