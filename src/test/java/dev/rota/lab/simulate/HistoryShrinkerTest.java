package dev.rota.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HistoryShrinkerTest {
  private static final List<Integer> HUNDRED = IntStream.range(0, 100).boxed().toList();

  @Test
  void whatTheFailureDoesNotNeedIsLeftOut() {
    assertThat(
            HistoryShrinker.shrink(HUNDRED, less -> less.containsAll(List.of(17, 60, 61)), 100_000))
        .containsExactly(17, 60, 61);
  }

  @Test
  void whatNeedsEverythingStaysWhole() {
    assertThat(HistoryShrinker.shrink(HUNDRED, less -> less.size() == 100, 100_000))
        .isEqualTo(HUNDRED);
  }

  @Test
  void theBudgetEndsTheWork() {
    AtomicInteger played = new AtomicInteger();
    List<Integer> shrunk =
        HistoryShrinker.shrink(
            HUNDRED,
            less -> {
              played.addAndGet(less.size());
              return less.contains(99);
            },
            120);
    assertThat(shrunk).contains(99);
    assertThat(played.get()).isLessThanOrEqualTo(200);
  }
}
