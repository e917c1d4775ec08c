package dev.rota.testing.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.lab.simulate.FailingTurn;
import dev.rota.lab.simulate.LaneSimulator;
import dev.rota.lab.simulate.SimulationPlan;
import dev.rota.lab.simulate.SimulationResult;
import dev.rota.lab.traffic.Traffic;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The simulator on a sound domain, and on domains that are not. */
class LaneSimulatorTest {
  private static final SimulationPlan HOSTILE = new SimulationPlan(5, 0.05, 3, true);

  private final AlarmDomain sound = new AlarmDomain();
  private final Mutants<AlarmState, AlarmInput, AlarmFact> mutants =
      new Mutants<>(sound, new AlarmLawsTest().customs());

  @Test
  void aSoundDomainHasNothingToReport() {
    SimulationResult report = new LaneSimulator(sound, HOSTILE).run();
    assertThat(report.finding()).isEmpty();
    assertThat(report.counts().turns()).isGreaterThan(1000);
    assertThat(report.counts().faults()).isNotEmpty();
  }

  @Test
  void equalPlansMakeEqualDigestsAndOtherSeedsOthers() {
    String digest = new LaneSimulator(sound, HOSTILE).run().digest();
    assertThat(new LaneSimulator(sound, HOSTILE).run().digest()).isEqualTo(digest);
    assertThat(new LaneSimulator(sound, new SimulationPlan(6, 0.05, 3, true)).run().digest())
        .isNotEqualTo(digest);
  }

  @Test
  void trafficThatIsNotHostileHasNoFaults() {
    SimulationResult report = new LaneSimulator(sound, new SimulationPlan(5, 0.05, 7, false)).run();
    assertThat(report.finding()).isEmpty();
    assertThat(report.counts().faults()).isEmpty();
  }

  @Test
  void anInvariantThatBreaksIsFoundAndShrunkToTheTurnsThatItNeeds() {
    FailingTurn finding = found(mutants.spoilsItsState());
    assertThat(finding.broken().check()).isEqualTo("every alarm has its deadline, and no other");
    assertThat(finding.turn()).isEqualTo(7);
    assertThat(finding.history()).hasSize(7);
    assertThat(brokenAgain(mutants.spoilsItsState(), finding)).isTrue();
  }

  @Test
  void anInputWithoutAnAnswerIsFound() {
    FailingTurn finding = found(mutants.looksAtTurnNumbers());
    assertThat(finding.broken().check()).isEqualTo("every input is answered");
    assertThat(brokenAgain(mutants.looksAtTurnNumbers(), finding)).isTrue();
  }

  @Test
  void rulesThatFailAreFoundAndTheFirstLaneIsTold() {
    FailingTurn finding = found(mutants.failsSoon());
    assertThat(finding.lane()).isEqualTo("north");
    assertThat(finding.broken().check()).isEqualTo("the rules never fail");
    assertThat(found(mutants.failsSoon())).isEqualTo(finding);
  }

  private static FailingTurn found(DomainCard<AlarmState, AlarmInput, AlarmFact> mutant) {
    return new LaneSimulator(mutant, HOSTILE).run().finding().orElseThrow();
  }

  private static boolean brokenAgain(
      DomainCard<AlarmState, AlarmInput, AlarmFact> mutant, FailingTurn finding) {
    List<Traffic.Event> history = finding.history();
    LaneSimulator again =
        new LaneSimulator(mutant, List.of(finding.lane()), _ -> history.iterator());
    return again.run().finding().filter(f -> f.broken().equals(finding.broken())).isPresent();
  }
}
