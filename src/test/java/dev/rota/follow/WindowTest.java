package dev.rota.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.ledger.Entry;
import org.junit.jupiter.api.Test;

/** However many lanes there are, a bounded number of turns is held. */
final class WindowTest {
  private static void add(Window window, String lane, int turns) {
    for (int i = 1; i <= turns; i++) {
      window.add(lane, new Recent(i, i, Entry.Kind.TICK, null, null, 0));
    }
  }

  @Test
  void ofOneLaneTheLastThousand() {
    Window window = new Window(100_000);
    add(window, "one", 5_000);
    assertThat(window.before("one", Long.MAX_VALUE, 10_000)).hasSize(1_000);
    assertThat(window.after("one", 0, 1).get(0).turn()).isEqualTo(4_001);
    assertThat(window.before("one", 4_001, 10)).isEmpty();
  }

  @Test
  void ofManyLanesFewerOfEach() {
    Window window = new Window(2_000);
    int held = 0;
    for (int lane = 0; lane < 50; lane++) {
      add(window, "lane-" + lane, 200);
    }
    for (int lane = 0; lane < 50; lane++) {
      int some = window.before("lane-" + lane, Long.MAX_VALUE, 1_000).size();
      assertThat(some).isPositive();
      held += some;
    }
    assertThat(held).isBetween(500, 2_000);
  }
}
