package dev.rota.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What something holds is measured whatever the process did before. */
final class LiveHeapTest {
  private static final int MIB = 1 << 20;

  /** Threads that other tests have left may free or allocate something during one of them. */
  private static final int ROUNDS = 5;

  @Test
  void whatIsFreedBesideItIsNotMeasured() {
    List<byte[]> past = new ArrayList<>();
    for (int i = 0; i < 2 * ROUNDS; i++) {
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
    long[] held = new long[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      held[round] =
          LiveHeap.heldBytes(
              () -> {
                beside.run();
                return new byte[2 * MIB];
              });
    }
    Arrays.sort(held);
    assertThat(held[ROUNDS / 2]).isCloseTo(2 * MIB, within((long) MIB / 2));
  }
}
