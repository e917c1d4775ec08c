package dev.rota.bots.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domain.Traffic;
import dev.rota.domain.measures.Vitals;
import java.time.Duration;
import java.util.Iterator;
import org.junit.jupiter.api.Test;

/** Simulated bots and an engine that sees their records later, and in another order. */
class LeasedBotsTest {
  private static final String LANE = "builds";
  private static final long HOURS = Duration.ofHours(2).toMillis();

  /** A job runs for up to 135 s, and its end is reported at once. */
  private static final long LEASE_MAX = Duration.ofMinutes(3).toMillis();

  private static final int WAITING_MAX = 200;

  private final GridTraffic traffic = new GridTraffic();

  @Test
  void botsThatHearTheEngineRunAllThatItLeasesThem() {
    LateEngine engine = new LateEngine();
    LeasedBots bots = (LeasedBots) traffic.workforce(LANE, 1);
    engine.play(0, HOURS, traffic.demonstration(LANE, 1), bots);

    Vitals vitals = engine.vitals();
    if (true) engine.dbg();
    System.out.println(vitals + " " + engine.waitedMost() + " started " + engine.started());
    assertThat(vitals.heldSince()).isGreaterThan(HOURS - LEASE_MAX);
    assertThat(engine.waitedMost()).isLessThan(WAITING_MAX);
  }

  @Test
  void botsThatDecideTheirLeasesThemselvesForgetSome() {
    LateEngine engine = new LateEngine();
    engine.play(0, HOURS, traffic.start(LANE, 1), null);

    Vitals vitals = engine.vitals();
    System.out.println(vitals + " " + engine.waitedMost() + " started " + engine.started());
    assertThat(vitals.heldSince()).isLessThan(HOURS - LEASE_MAX);
  }

  @Test
  void botsThatAreStartedAgainFindWhatTheyRan() {
    LateEngine engine = new LateEngine();
    Iterator<Traffic.Event> clients = traffic.demonstration(LANE, 1);
    long killed = Duration.ofMinutes(20).toMillis();
    engine.play(0, killed, clients, traffic.workforce(LANE, 1));
    assertThat(engine.vitals().held()).isGreaterThan(100);

    long again = killed + Duration.ofMinutes(1).toMillis();
    long end = again + Duration.ofMinutes(20).toMillis();
    engine.play(again, end, clients, traffic.workforce(LANE, 1));

    Vitals vitals = engine.vitals();
    System.out.println(vitals + " " + engine.waitedMost() + " started " + engine.started());
    assertThat(vitals.heldSince()).isGreaterThan(end - LEASE_MAX);
    assertThat(engine.waitedMost()).isLessThan(WAITING_MAX);
  }
}
