package dev.rota.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotsDomain;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Frozen owners of a partition, and a partition that does not fence them. */
class PartitionOwnersTest {
  private static final String LANE = "main";
  private static final int EVENTS = 1_000;

  private final BotsDomain domain = new BotsDomain();

  @Test
  void aFormerOwnerWritesNothing() {
    PartitionOwners owners = new PartitionOwners(domain, LANE);
    assertThat(run(owners, EVENTS)).isEmpty();
    assertThat(owners.freezes()).isPositive();
    assertThat(owners.takenAgain()).isGreaterThan(owners.freezes());
    assertThat(owners.refused()).isGreaterThan(owners.takenAgain());
  }

  @Test
  void whereFormerOwnersAreNotRefusedATurnComesTwice() {
    PartitionOwners unfenced =
        new PartitionOwners(domain, LANE) {
          @Override
          boolean isRefused(int ofEpoch, int present) {
            return false;
          }
        };
    assertThat(run(unfenced, EVENTS).orElseThrow().check()).isEqualTo("every turn is written once");
  }

  @Test
  void aSuccessorThatDecidesOtherwiseIsFound() {
    LanesInMemory other = new LanesInMemory(domain);
    Iterator<Traffic.Event> history = SeededHistories.hostile(DomainTraffic.of(domain), LANE, 2);
    Traffic.Event first = history.next();
    List<DecidedTurn> turns = other.turns(LANE, history.next());
    assertThat(new PartitionOwners(domain, LANE).take(first, turns).orElseThrow().check())
        .isEqualTo("a successor decides what its predecessor decided");
  }

  private Optional<FailedCheck> run(PartitionOwners owners, int events) {
    LanesInMemory lanes = new LanesInMemory(domain);
    Iterator<Traffic.Event> history =
        SeededHistories.of(domain, LANE, new SimulationPlan(7, 24, 1, true));
    for (int i = 0; i < events; i++) {
      Traffic.Event event = history.next();
      Optional<FailedCheck> broken = owners.take(event, lanes.turns(LANE, event));
      if (broken.isPresent()) {
        return broken;
      }
    }
    return Optional.empty();
  }
}
