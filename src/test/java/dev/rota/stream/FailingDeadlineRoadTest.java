package dev.rota.stream;

import static dev.rota.testing.AlarmRecords.jammed;
import static dev.rota.testing.AlarmRecords.set;
import static dev.rota.testing.alarms.wire.AlarmWire.SETTINGS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.rota.ledger.Entry;
import dev.rota.ledger.Replay.Verdict;
import dev.rota.registry.MockRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What the operator sees of a deadline over which the rules fail, and that a replay is silent. */
final class FailingDeadlineRoadTest {
  private static final String SCOPE = "failing-deadline";
  private static final long DUE = RoadDriver.START_MILLIS + 250;

  @TempDir private Path dir;
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private RoadDriver road;

  @BeforeEach
  void open() {
    road = new RoadDriver(SCOPE, dir, 1);
    log.start();
    root().addAppender(log);
  }

  @AfterEach
  void close() {
    root().detachAppender(log);
    road.close();
    MockRegistry.drop(SCOPE);
  }

  @Test
  void theMetronomeTicksOnceAndTheDeadLetterNamesIt() {
    road.send(SETTINGS, "home", 0, jammed("home", "bell", 250));
    road.readLedger();

    road.passTime(Duration.ofSeconds(30));

    assertThat(road.readLedger())
        .singleElement()
        .satisfies(tick -> assertThat(tick.kind()).isEqualTo(Entry.Kind.TICK))
        .satisfies(tick -> assertThat(tick.reason()).isEqualTo("DEADLINE_FAULT"));
    var letter = road.readOne("alarms-dead-letters");
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
    road.send(SETTINGS, "home", 0, jammed("home", "bell", 250));
    road.read("alarms-outcomes");

    road.send(SETTINGS, "home", 300, set("home", "tea", 9));

    var letter = road.readOne("alarms-dead-letters");
    assertThat(RoadDriver.texts(letter.headers()))
        .containsEntry("rota.source", "alarm-settings/0/1")
        .doesNotContainKey("__streams.errors.offset");
    var outcome = road.readOne("alarms-outcomes");
    assertThat(road.value("alarms-outcomes", outcome).toString()).contains("SET", "tea");
    assertThat(RoadDriver.texts(outcome.headers())).containsEntry("rota.turn", "home/2/1");
  }

  @Test
  void aRestoredTaskKnowsWhatIsSetAside() {
    road.send(SETTINGS, "home", 0, jammed("home", "bell", 250));
    road.passTime(Duration.ofMillis(300));
    var changelog = road.read("test-alarms-alarms-rows-changelog");
    road.close();

    road = new RoadDriver(SCOPE, dir, 1);
    road.restore(changelog);
    road.passTime(Duration.ofSeconds(5));

    assertThat(road.readLedger()).isEmpty();
  }

  @Test
  void aReplayMeetsEachFaultAgainAndTellsNobody() {
    road.send(SETTINGS, "home", 0, jammed("home", "bell", 250));
    road.send(SETTINGS, "home", 0, set("home", "late", Long.MAX_VALUE));
    road.passTime(Duration.ofMillis(300));
    road.readLedger();
    assertThat(errors()).hasSize(2);
    log.list.clear();

    assertThat(road.replayed())
        .hasSize(3)
        .allSatisfy(verdict -> assertThat(verdict).isInstanceOf(Verdict.Same.class))
        .extracting(verdict -> ((Verdict.Same) verdict).decided().faults().size())
        .containsExactly(0, 1, 1);
    assertThat(log.list).isEmpty();
  }

  private List<String> errors() {
    return log.list.stream()
        .filter(line -> line.getLevel() == Level.ERROR)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  private static Logger root() {
    return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  }
}
