package dev.rota.road.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The road under faults at every step, in memory. {@code -Drota.road.seeds=10000} runs more
 * histories.
 */
class RoadModelTest {
  private static final int SEEDS = Integer.getInteger("rota.road.seeds", 12);
  private static final int EVENTS = 150;

  /** So many histories find a promise that is not kept. */
  private static final int FINDING = 100;

  static Stream<Domain> domains() {
    return Domains.ALL.stream();
  }

  @ParameterizedTest
  @MethodSource("domains")
  void whatIsVisibleIsRightWhereverTheRoadFails(Domain domain) {
    RoadCounts all = new RoadCounts();
    for (long seed = 0; seed < SEEDS; seed++) {
      RoadModel road = new RoadModel(domain, seed, EVENTS, null, all);
      assertThatCode(road::run)
          .as("-Drota.road.seeds=%d, %s, seed %d", seed + 1, domain.name(), seed)
          .doesNotThrowAnyException();
    }
    System.out.println(domain.name() + ": " + all);
    assertThat(all.counts()).as(all.toString()).doesNotContainValue(0L);
  }

  @ParameterizedTest
  @EnumSource
  void aPromiseThatIsNotKeptIsFound(Promise broken) {
    Domain shards =
        Domains.ALL.stream().filter(one -> one.name().equals("shards")).findFirst().get();
    assertThat(LongStream.range(0, FINDING)).anyMatch(seed -> isWrong(shards, seed, broken));
  }

  private static boolean isWrong(Domain domain, long seed, Promise broken) {
    try {
      new RoadModel(domain, seed, EVENTS, broken, new RoadCounts()).run();
      return false;
    } catch (RuntimeException _) { // whoever sees it first says it in its own words
      return true;
    }
  }
}
