package dev.rota.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What something holds is measured whatever the process did before. */
final class HeapTest {
  private static final int MIB = 1 << 20;

  @Test
  void whatIsFreedBesideItIsNotMeasured() {
    List<byte[]> past = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      past.add(new byte[3 * MIB]);
    }
    assertIsTwoMebibytes(() -> past.remove(0));
  }

  @Test
  void whatIsAllocatedBesideItIsNotMeasured() {
    List<byte[]> others = new ArrayList<>();
    assertIsTwoMebibytes(() -> others.add(new byte[3 * MIB]));
    assertThat(others).isNotEmpty();
  }

  private static void assertIsTwoMebibytes(Runnable beside) {
    long held =
        Heap.heldBytes(
            () -> {
              beside.run();
              return new byte[2 * MIB];
            });
    assertThat(held).isCloseTo(2 * MIB, within((long) MIB / 2));
  }
}
