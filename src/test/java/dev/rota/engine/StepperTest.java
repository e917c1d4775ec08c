package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class StepperTest {
  private final Notes notes = new Notes();
  private final Stepper<Notes, String, Note> stepper = new Stepper<>(new NoteRules(), notes);

  /** Deadlines that are due, and what was noted. */
  private static final class Notes {
    private final TreeSet<Long> due = new TreeSet<>();
    private final List<String> said = new ArrayList<>();
  }

  private record Note(String said) implements Fact<Notes> {
    @Override
    public void applyTo(Notes notes) {
      notes.said.add(said);
      if (said.startsWith("due ")) {
        notes.due.remove(Long.valueOf(said.substring(4)));
      }
    }
  }

  private static final class NoteRules implements Engine<Notes, String, Note> {
    @Override
    public int rules() {
      return 1;
    }

    @Override
    public List<Step<Notes, Note>> decide(Notes view, Turn<String> turn) {
      return List.of(
          now -> List.of(new Note(turn.input())), now -> List.of(new Note("after " + now.said)));
    }

    @Override
    public long nextDeadline(Notes view) {
      return view.due.isEmpty() ? NEVER : view.due.first();
    }

    @Override
    public List<Step<Notes, Note>> fire(Notes view, long deadlineMillis) {
      return deadlineMillis == 666
          ? List.of()
          : List.of(now -> List.of(new Note("due " + deadlineMillis)));
    }
  }

  @Test
  void eachStepSeesTheFactsOfThoseBeforeIt() {
    assertThat(stepper.take(new Turn<>("lane", 1, 10, "hello")))
        .containsExactly(new Note("hello"), new Note("after [hello]"));
  }

  @Test
  void deadlinesUpToTheTurnsTimeFireOneByOneBeforeTheInput() {
    notes.due.addAll(List.of(30L, 10L, 20L, 31L));

    stepper.take(new Turn<>("lane", 1, 30, "hello"));

    assertThat(notes.said).startsWith("due 10", "due 20", "due 30", "hello");
    assertThat(stepper.nextDeadline()).isEqualTo(31);
  }

  @Test
  void evenAtTheLastInstantThereIsNeverIsNotDue() {
    assertThat(stepper.take(new Turn<>("lane", 1, Long.MAX_VALUE, "late")))
        .startsWith(new Note("late"));
  }

  @Test
  void aTickDecidesNothingButWhatIsDue() {
    notes.due.add(10L);

    assertThat(stepper.take(new Turn<>("lane", 1, 9, null))).isEmpty();
    assertThat(stepper.take(new Turn<>("lane", 2, 10, null))).containsExactly(new Note("due 10"));
    assertThat(stepper.nextDeadline()).isEqualTo(Engine.NEVER);
  }

  @Test
  void aDeadlineThatChangesNothingIsAFaultAndNotAnEndlessLoop() {
    notes.due.add(666L);

    assertThatThrownBy(() -> stepper.take(new Turn<>("lane", 1, 700, null)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("666");
  }
}
