package dev.rota.lab.road;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The road under faults at every step, in memory. {@code -Drota.road.seeds=10000} runs more
 * histories.
 */
class RoadModelTest {
  private static final int SEEDS = Integer.getInteger("rota.road.seeds", 12);
  private static final int EVENTS = 150;

  /** So many histories find a promise that is not kept. */
  private static final int FINDING = 100;

  /** A failure ends it: what is planted must be found soon. */
  @Test
  void whatIsVisibleIsRightWhereverTheRoadFails() {
    RoadSimulation all =
        new RoadSimulation(new RoadSimulation.Plan(Domains.ALL, 0, SEEDS, EVENTS, null));
    all.run()
        .ifPresent(
            found -> {
              throw new AssertionError(found.toString(), found.cause());
            });
    all.counts()
        .forEach(
            (domain, counts) -> {
              System.out.println(domain.name() + ": " + counts);
              assertThat(counts.counts()).as(domain.name()).doesNotContainValue(0L);
            });
  }

  @ParameterizedTest
  @EnumSource
  void aPromiseThatIsNotKeptIsFound(KafkaPromise broken) {
    Domain shards =
        Domains.ALL.stream().filter(one -> one.name().equals("shards")).findFirst().get();
    assertThat(
            new RoadSimulation(new RoadSimulation.Plan(List.of(shards), 0, FINDING, EVENTS, broken))
                .run())
        .isPresent();
  }
}
