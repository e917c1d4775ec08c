package dev.rota.alarms;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rota.alarms.wire.AlarmWire;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.lab.simulate.LaneSimulator;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.simulate.SimulationPlan;
import dev.rota.lab.traffic.Traffic.Event;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Turns as an engine takes them, without Kafka. */
class AlarmsTest {
  private static final String SITE = "home";

  private final LanesInMemory sites = new LanesInMemory(new AlarmDomain());

  @Test
  void anAlarmRingsAtItsTime() {
    assertEquals(List.of(outcome("tea", AlarmOutcomeKind.SET, null)), set("tea", 100, 3_000));

    assertEquals(
        List.of(new AlarmRing(SITE, "tea", 3_100L, "green")), published(sites.tick(SITE, 3_100)));
  }

  @Test
  void anAlarmThatIsCancelledDoesNotRing() {
    set("tea", 100, 3_000);
    AlarmCancel cancel = new AlarmCancel(SITE, "tea");

    assertEquals(
        List.of(outcome("tea", AlarmOutcomeKind.CANCELLED, null)),
        take(new Event(AlarmWire.CANCELS, 200, cancel)));
    assertEquals(
        List.of(outcome("tea", AlarmOutcomeKind.REFUSED, "NOT_SET")),
        take(new Event(AlarmWire.CANCELS, 4_000, cancel)));
  }

  @Test
  void anAlarmIsSetOnce() {
    set("tea", 100, 3_000);

    assertEquals(
        List.of(outcome("tea", AlarmOutcomeKind.REFUSED, "ALREADY_SET")), set("tea", 200, 9_000));
  }

  /** As {@code rota simulate alarms --seed 1 --hostile}: faults, attacks, restarts. */
  @Test
  void everyTurnOfAHostileHistoryPassesAllChecks() {
    SimulationPlan plan = new SimulationPlan(1, 0.1, 2, true);

    assertEquals(Optional.empty(), new LaneSimulator(new AlarmDomain(), plan).run().finding());
  }

  private List<SpecificRecord> set(String id, long atMillis, long inMillis) {
    return take(
        new Event(AlarmWire.SETTINGS, atMillis, new AlarmSetting(SITE, id, inMillis, "green")));
  }

  private List<SpecificRecord> take(Event event) {
    return published(sites.take(SITE, event));
  }

  private static List<SpecificRecord> published(DecidedTurn turn) {
    return turn.published().stream().map(Output::record).toList();
  }

  private static AlarmOutcome outcome(String id, AlarmOutcomeKind kind, String reason) {
    return new AlarmOutcome(SITE, id, kind, reason);
  }
}
