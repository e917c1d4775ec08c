package dev.rota.kernel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeadlinesTest {
  private final Deadlines deadlines = new Deadlines();

  /** Whoever passes over what is set aside asks for the next until there is none. */
  @Test
  void theNextAfterADeadlineIsNeverThatDeadline() {
    deadlines.set(5, "lease", "a");
    deadlines.set(5, "lease", "b");
    deadlines.set(5, "session", "a");
    deadlines.set(7, "lease", "a");

    List<Deadline> passed = new ArrayList<>();
    Deadline next = deadlines.next(null);
    while (next != null && passed.size() < 10) {
      passed.add(next);
      next = deadlines.next(next);
    }

    assertThat(passed).isEqualTo(deadlines.all());
    assertThat(passed)
        .extracting(Deadline::toString)
        .containsExactly("5/lease/a", "5/lease/b", "5/session/a", "7/lease/a");
  }

  @Test
  void theNextAfterOneThatIsNotPendingAnyMoreIsTheOneBehindIt() {
    deadlines.set(5, "lease", "a");
    deadlines.set(6, "lease", "b");
    deadlines.clear(5, "lease", "a");

    assertThat(deadlines.next(new Deadline(5, "lease", "a")))
        .isEqualTo(new Deadline(6, "lease", "b"));
    assertThat(deadlines.next(new Deadline(6, "lease", "b"))).isNull();
  }

  @Test
  void whatNeverFallsDueIsNotPendingAndWhatMovesIsPendingOnce() {
    deadlines.set(Engine.NEVER, "lease", "a");
    assertThat(deadlines.next(null)).isNull();

    deadlines.move(Engine.NEVER, 8, "lease", "a");
    deadlines.move(8, 9, "lease", "a");
    assertThat(deadlines.all()).containsExactly(new Deadline(9, "lease", "a"));

    deadlines.move(9, Engine.NEVER, "lease", "a");
    assertThat(deadlines.all()).isEmpty();
  }
}
