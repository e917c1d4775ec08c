package dev.rota.bots.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.rules.Grid;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

class BotsAnswersTest {
  /** {@code Map.of} has another order in every process. */
  @Test
  void theTotalsOfACohortComeInOneOrder() {
    assertThat(BotsAnswers.cohort(new Grid().state(), "c"))
        .containsOnlyKeys("max", "min", "usage")
        .isInstanceOf(SortedMap.class);
  }
}
