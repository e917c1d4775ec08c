package dev.rota.lab.traffic.bots;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SortedMap;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A seed's history is the same to the byte in every process. */
class GridShapeTest {
  /** {@code Map.of} has another order in every process, and a ledger holds what is sent. */
  @Test
  void propertiesAreSentInOneOrder() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 100; i++) {
      assertThat(GridShape.anyMachine(random)).hasSize(2).isInstanceOf(SortedMap.class);
    }
  }
}
