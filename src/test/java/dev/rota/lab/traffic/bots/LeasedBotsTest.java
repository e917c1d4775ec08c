package dev.rota.lab.traffic.bots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.GridOutcome;
import dev.rota.bots.JobEvent;
import dev.rota.bots.JobOutcome;
import dev.rota.bots.JobOutcomeKind;
import dev.rota.bots.wire.BotsWire;
import dev.rota.lab.traffic.ParticipantHistory;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.Traffic.Event;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** The bots of a demonstration, whose engine sees records later and in another order. */
class LeasedBotsTest {
  private static final String LANE = "builds";

  /** A job runs for up to 135 s, and its end is reported at once. */
  private static final long LEASE_MAX = Duration.ofSeconds(140).toMillis();

  /** 2.5 jobs a second arrive. */
  private static final int WAITING_MAX = 50;

  private final GridTraffic traffic = new GridTraffic();
  private final LateEngine engine = new LateEngine();

  @Test
  void botsThatHearTheEngineRunAllThatItLeasesThem() {
    long end = minutes(20);
    engine.play(0, end, traffic.demonstration(LANE, 1), traffic.workforce(LANE, 1));

    assertThat(engine.vitals().heldSince()).isGreaterThan(end - LEASE_MAX);
    assertThat(engine.started()).isGreaterThan(2 * end / 1000);
    assertThat(engine.waitedMost()).isLessThan(WAITING_MAX);
    // An end may cross an eviction. Reported until it is answered, one in seven would be refused.
    assertThat(engine.refused()).isLessThan(engine.started() / 200);
  }

  /** The engine's order decides, so {@link BuildFarm} is for those who keep its own. */
  @Test
  void botsThatDecideTheirLeasesThemselvesForgetSome() {
    long end = minutes(10);
    engine.play(0, end, traffic.start(LANE, 1), null);

    assertThat(engine.vitals().heldSince()).isLessThan(end - LEASE_MAX);
    assertThat(engine.waitedMost()).isGreaterThan(WAITING_MAX);
  }

  @Test
  void botsThatAreStartedAgainLearnWhatTheyHold() {
    Iterator<Event> clients = traffic.demonstration(LANE, 1);
    engine.play(0, minutes(10), clients, traffic.workforce(LANE, 1));
    assertThat(engine.vitals().held()).isGreaterThan(100);

    long end = minutes(18);
    engine.play(minutes(11), end, clients, traffic.workforce(LANE, 1));

    assertThat(engine.vitals().heldSince()).isGreaterThan(end - LEASE_MAX);
    assertThat(engine.waitedMost()).as("a minute's jobs").isLessThan(150 + WAITING_MAX);
    assertThat(engine.vitals().waiting()).as("worked off").isLessThan(WAITING_MAX);
  }

  /** Kept data goes on with the job after the last one that was sent. */
  @Test
  void clientsSendTheSameWhateverTheBotsHear() {
    Iterator<Event> one = traffic.demonstration(LANE, 1);
    Iterator<Event> other = traffic.demonstration(LANE, 1);
    engine.play(0, minutes(1), one, traffic.workforce(LANE, 1));
    Event next = one.next();
    Event same = other.next();
    assertThat(same.topic()).isEqualTo(BotsWire.POLICIES);
    while (same.atMillis() < next.atMillis()) {
      same = other.next();
      assertThat(same.record()).isInstanceOf(JobEvent.class);
    }
    assertThat(same).isEqualTo(next);
  }

  /** Whoever tries the demonstration submits a job at any time, as the README does. */
  @Test
  void whatAStrangerSubmitsIsRun() {
    ParticipantHistory everybody = new ParticipantHistory(1);
    passOn(everybody, traffic.demonstration(LANE, 1));
    everybody.later(minutes(1), () -> submit(everybody, 0));
    Map<String, JobOutcomeKind> last = new TreeMap<>();
    engine.play(0, minutes(20), everybody, heard(traffic.workforce(LANE, 1), last));

    last.values().removeIf(kind -> kind == JobOutcomeKind.FORGOTTEN);
    assertThat(last.keySet()).contains("alice-50");
    assertThat(last)
        .allSatisfy(
            (_, kind) ->
                assertThat(kind)
                    .isIn(JobOutcomeKind.QUEUED, JobOutcomeKind.RETRIED, JobOutcomeKind.COMPLETED));
    // The youngest run still.
    assertThat(last.get("alice-50")).isEqualTo(JobOutcomeKind.COMPLETED);
  }

  private static void passOn(ParticipantHistory everybody, Iterator<Event> clients) {
    Event next = clients.next();
    everybody.later(
        next.atMillis() - everybody.nowMillis(),
        () -> {
          everybody.happen(next);
          passOn(everybody, clients);
        });
  }

  private static void submit(ParticipantHistory everybody, int number) {
    JobEvent job =
        new GridRecords(LANE)
            .submitted("alice-" + number, "main", 0, Map.of("OSFamily", List.of("linux")), null);
    everybody.happen(BotsWire.JOBS, job, null);
    everybody.later(Duration.ofSeconds(20).toMillis(), () -> submit(everybody, number + 1));
  }

  private static Traffic.Workforce heard(Traffic.Workforce bots, Map<String, JobOutcomeKind> last) {
    return new Traffic.Workforce() {
      @Override
      public void hear(SpecificRecord output) {
        if (output instanceof GridOutcome outcome
            && outcome.getEvent() instanceof JobOutcome job
            && String.valueOf(job.getJob()).startsWith("alice-")) {
          last.put(job.getJob(), job.getOutcome());
        }
        bots.hear(output);
      }

      @Override
      public boolean hasNext() {
        return bots.hasNext();
      }

      @Override
      public Event next() {
        return bots.next();
      }
    };
  }

  private static long minutes(long some) {
    return Duration.ofMinutes(some).toMillis();
  }
}
