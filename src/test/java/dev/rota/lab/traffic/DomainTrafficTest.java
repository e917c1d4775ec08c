package dev.rota.lab.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.lab.simulate.LaneSimulator;
import dev.rota.lab.simulate.SimulationPlan;
import dev.rota.testing.laws.Mutant;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Traffic is found by the domain's name, and a domain may do without. */
final class DomainTrafficTest {
  private static final DomainCard<AlarmState, AlarmInput, AlarmFact> SILENT =
      new Mutant<>(new AlarmDomain()) {
        @Override
        public String name() {
          return "silent";
        }
      };

  @Test
  void everyDomainOfTheProgramHasItsOwn() {
    assertThat(Domains.ALL)
        .allSatisfy(
            domain -> assertThat(DomainTraffic.of(domain).domain()).isEqualTo(domain.name()));
  }

  @Test
  void aDomainWithoutTrafficSaysWhereItIsLookedFor() {
    assertThat(DomainTraffic.find(SILENT)).isEmpty();
    assertThatExceptionOfType(CommandFailure.class)
        .isThrownBy(() -> new LaneSimulator(SILENT, new SimulationPlan(1, 1, 1, true)))
        .satisfies(
            e -> {
              assertThat(e.exit()).isEqualTo(ExitCode.USAGE);
              assertThat(e)
                  .hasMessage(
                      "there is no traffic of the domain 'silent': no jar lists one in"
                          + " META-INF/services/dev.rota.lab.traffic.DomainTraffic");
            });
  }

  @Test
  void recordsOfItsOwnAreSimulated() {
    Iterator<Traffic.Event> history = DomainTraffic.of(new AlarmDomain()).start("north", 1);
    List<Traffic.Event> events = Stream.generate(history::next).limit(50).toList();
    var simulator = new LaneSimulator(SILENT, List.of("north"), _ -> events.iterator());
    assertThat(simulator.run().finding()).isEmpty();
    assertThat(simulator.turns()).isGreaterThanOrEqualTo(50);
  }
}
