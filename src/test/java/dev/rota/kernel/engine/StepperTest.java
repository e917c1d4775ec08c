package dev.rota.kernel.engine;

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
          _ -> List.of(new Note(turn.input())), now -> List.of(new Note("after " + now.said)));
    }

    @Override
    public Deadline nextDeadline(Notes view, Deadline after) {
      Long next =
          after == null ? view.due.ceiling(Long.MIN_VALUE) : view.due.higher(after.atMillis());
      return next == null ? null : new Deadline(next, "note", "");
    }

    @Override
    public List<Step<Notes, Note>> fire(Notes view, Deadline deadline) {
      return deadline.atMillis() == 666
          ? List.of(_ -> List.of(new Note("not yet")))
          : List.of(_ -> List.of(new Note("due " + deadline.atMillis())));
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
  void whatIsSetAsideIsPassedOver() {
    notes.due.addAll(List.of(10L, 20L, 30L, 40L));
    var passing = new Stepper<>(new NoteRules(), notes, deadline -> deadline.atMillis() % 20 == 10);

    assertThat(passing.nextDeadline()).isEqualTo(20);
    assertThat(passing.take(new Turn<>("lane", 1, 35, null))).containsExactly(new Note("due 20"));
    assertThat(notes.due).containsExactly(10L, 30L, 40L);
  }

  @Test
  void aDeadlineThatStaysPendingIsAFaultAndNotAnEndlessLoop() {
    notes.due.add(666L);

    assertThatThrownBy(() -> stepper.take(new Turn<>("lane", 1, 700, null)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("666");
  }
}
