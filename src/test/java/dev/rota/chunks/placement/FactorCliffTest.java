package dev.rota.chunks.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How far the factors are from their next change, and what it would move. */
class FactorCliffTest {
  private static SortedMap<Integer, Long> bytes(Map<Integer, Long> byWeight) {
    return new TreeMap<>(byWeight);
  }

  /** 1000 bytes once and 100 bytes four times make 1400 bytes a round; 4300 are three and a bit. */
  @Test
  void aHeavyWeightChangesSoonerThanALightOne() {
    List<FactorCliff> cliffs = FactorCliff.of(bytes(Map.of(1, 1000L, 4, 100L)), 4300, 2, 100);

    assertThat(cliffs)
        .containsExactly(
            new FactorCliff(1, 3, 101, 1000, 1300, 1000),
            new FactorCliff(4, 12, 101, 100, 250, 100));
  }

  @Test
  void aFloorNeverFallsAndAFactorNeverExceedsTheWorkers() {
    assertThat(FactorCliff.of(bytes(Map.of(1, 1000L)), 2500, 2, 100))
        .containsExactly(new FactorCliff(1, 2, FactorCliff.NEVER, 0, 500, 1000));
    assertThat(FactorCliff.of(bytes(Map.of(1, 1000L)), 9000, 2, 5))
        .containsExactly(new FactorCliff(1, 5, 4001, 1000, FactorCliff.NEVER, 0));
    assertThat(FactorCliff.of(bytes(Map.of(1, 1000L)), 1999, 2, 100)).isEmpty();
    assertThat(FactorCliff.of(bytes(Map.of()), 1999, 2, 100)).isEmpty();
  }

  /** A budget that grows or shrinks byte by byte finds the same. */
  @Test
  void theFactorIsTheSameUpToTheCliffAndAnotherThere() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      SortedMap<Integer, Long> bytes = new TreeMap<>();
      for (int weight : new int[] {0, 1, 2, 3, 12}) {
        if (random.nextInt(3) > 0) {
          bytes.put(weight, (long) random.nextInt(40));
        }
      }
      int min = 1 + random.nextInt(3);
      int max = min + random.nextInt(9);
      long budget = random.nextInt(2000);
      for (FactorCliff cliff : FactorCliff.of(bytes, budget, min, max)) {
        assertThat(cliff.fallsAfter())
            .as("seed %d, %s", seed, cliff)
            .isEqualTo(walk(bytes, budget, min, max, cliff, -1));
        assertThat(cliff.risesAfter())
            .as("seed %d, %s", seed, cliff)
            .isEqualTo(walk(bytes, budget, min, max, cliff, 1));
      }
    }
  }

  private static long walk(
      SortedMap<Integer, Long> bytes, long budget, int min, int max, FactorCliff cliff, int step) {
    for (long far = 1; far < 9000 && budget + step * far >= 0; far++) {
      var factors = ReplicationFactors.of(bytes, budget + step * far, min, max);
      if (factors.isEmpty()) {
        return FactorCliff.NEVER;
      }
      if (factors.get().get(cliff.weight()) != cliff.factor()) {
        return far;
      }
    }
    return FactorCliff.NEVER;
  }
}
