package dev.rota.road.stream;

import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rota.kernel.ledger.ReplayVerdict;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.registry.MockRegistry;
import dev.rota.testing.FragileAlarms;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the operator sees of a lane that cannot be opened, and that the other lanes go on. */
final class SetAsideLaneTest {
  private static final String SCOPE = "set-aside-lane";
  private static final String SETTINGS = "alarm-settings";

  @TempDir private Path dir;
  private final List<byte[]> before = new ArrayList<>();
  private RoadDriver streams;

  @BeforeEach
  void open() {
    streams = driver();
  }

  private RoadDriver driver() {
    return new RoadDriver(SCOPE, dir, 1, new FragileAlarms().domain(), LaneLimits.DEFAULT);
  }

  @AfterEach
  void close() {
    streams.close();
    MockRegistry.drop(SCOPE);
  }

  @Test
  void itsInputsAreDeadLettersWithTheFaultAndTheOthersAreDecided() {
    poison();
    byte[] value = streams.framed(SETTINGS, set("home", "egg", 5));

    streams.send(SETTINGS, "home", 100, set("home", "egg", 5));
    streams.send(SETTINGS, "home", 101, set("home", "cake", 5));
    streams.send(SETTINGS, "work", 102, set("work", "egg", 5));

    var letters = streams.read("alarms-dead-letters");
    assertThat(letters).hasSize(2);
    assertThat(letters.get(0).key()).asString().isEqualTo("home");
    assertThat(letters.get(0).value()).isEqualTo(value);
    assertThat(RoadDriver.texts(letters.get(0).headers()))
        .containsEntry("rota.turn", "home/2/0")
        .containsEntry("rota.reason", "LANE_SET_ASIDE")
        .containsEntry("__streams.errors.exception", "java.lang.AssertionError")
        .containsEntry("__streams.errors.message", "there is poison in the rows");
    assertThat(streams.readLedger())
        .extracting(TurnEntry::lane, TurnEntry::reason)
        .containsExactly(
            tuple("home", "LANE_SET_ASIDE"), tuple("home", "LANE_SET_ASIDE"), tuple("work", null));
    assertThat(streams.metric(LaneReport.METRIC)).isEqualTo(1.0);
    before.addAll(streams.ledger());
    assertThat(streams.replayed(before)).hasSize(4).allMatch(ReplayVerdict.Same.class::isInstance);
  }

  @Test
  void itsDeadlineComesAndStopsNothing() {
    poison();
    streams.send(SETTINGS, "work", 0, set("work", "egg", 400));

    streams.passTime(Duration.ofSeconds(30));

    assertThat(streams.readLedger())
        .extracting(TurnEntry::lane, TurnEntry::kind)
        .containsExactly(tuple("work", TurnEntry.Kind.INPUT), tuple("work", TurnEntry.Kind.TICK));
    assertThat(streams.metric(LaneReport.METRIC)).isEqualTo(1.0);
  }

  /** A turn that leaves rows behind which no new task can open. */
  private void poison() {
    streams.send(SETTINGS, "home", 0, set("home", FragileAlarms.POISON, 300));
    streams.readLedger();
    before.addAll(streams.ledger());
    var changelog = streams.read("test-alarms-alarms-rows-changelog");
    streams.close();
    streams = driver();
    streams.restore(changelog);
  }

  @Test
  void unreadableRecordsMakeNoLanesHoweverManyKeysTheyHave() {
    for (int i = 0; i < 100; i++) {
      byte[] key = ("stranger-" + i).getBytes(UTF_8);
      streams.send(SETTINGS, key, 0, new byte[] {1, 2, 3}, new RecordHeaders());
    }

    assertThat(streams.readLedger()).hasSize(100).extracting(TurnEntry::lane).containsOnly("~0");
    assertThat(streams.replayed()).allMatch(ReplayVerdict.Same.class::isInstance);
  }
}
