package dev.rota.road.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.LongStream;
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
    Map<Domain, RoadCounts> counts = new LinkedHashMap<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      for (Domain domain : Domains.ALL) {
        RoadCounts all = counts.computeIfAbsent(domain, _ -> new RoadCounts());
        Throwable wrong = run(domain, seed, EVENTS, null, all);
        if (wrong != null) {
          throw new AssertionError(
              "%s, seed %d, %d events of a lane: %s"
                  .formatted(domain.name(), seed, fewest(domain, seed), wrong.getMessage()),
              wrong);
        }
      }
    }
    counts.forEach(
        (domain, all) -> {
          System.out.println(domain.name() + ": " + all);
          assertThat(all.counts()).as(domain.name()).doesNotContainValue(0L);
        });
  }

  @ParameterizedTest
  @EnumSource
  void aPromiseThatIsNotKeptIsFound(Promise broken) {
    Domain shards =
        Domains.ALL.stream().filter(one -> one.name().equals("shards")).findFirst().get();
    assertThat(LongStream.range(0, FINDING))
        .anyMatch(seed -> run(shards, seed, EVENTS, broken, new RoadCounts()) != null);
  }

  /** So few events still show it, of those that halving leaves. */
  private static int fewest(Domain domain, long seed) {
    int events = EVENTS;
    while (events > 1 && run(domain, seed, events / 2, null, new RoadCounts()) != null) {
      events /= 2;
    }
    return events;
  }

  /** Returns what is wrong, or null. Whoever sees it first says it in its own words. */
  private static Throwable run(
      Domain domain, long seed, int events, Promise broken, RoadCounts counts) {
    try {
      new RoadModel(domain, seed, events, broken, counts).run();
      return null;
    } catch (RuntimeException | Error wrong) {
      return wrong;
    }
  }
}
