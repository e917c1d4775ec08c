package dev.rota.testing.laws;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.Step;
import dev.rota.kernel.engine.Turn;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A domain with one more version of its rules, in which one small rule is another. */
public abstract class Later<S extends State, I, F extends Fact<S>> extends Mutant<S, I, F> {
  private final DomainCard<S, I, F> before;
  private final UnaryOperator<F> rule;

  /**
   * Creates the card.
   *
   * @param rule returns what happens instead of what the version before decides, or the same
   */
  public static <S extends State, I, F extends Fact<S>> Later<S, I, F> of(
      DomainCard<S, I, F> before, UnaryOperator<F> rule) {
    return new Later<>(before, rule) {};
  }

  private Later(DomainCard<S, I, F> before, UnaryOperator<F> rule) {
    super(before);
    this.before = before;
    this.rule = rule;
  }

  /** The card of the program before. */
  public DomainCard<S, I, F> before() {
    return before;
  }

  @Override
  public List<DomainCard<S, I, F>> versions() {
    return Stream.concat(before.versions().stream(), Stream.of(this)).toList();
  }

  @Override
  public Engine<? super S, I, F> engine() {
    return new Rules<>(before) {
      @Override
      public int rules() {
        return super.rules() + 1;
      }

      @Override
      public List<Step<S, F>> decide(S view, Turn<I> turn) {
        return ruled(super.decide(view, turn));
      }

      @Override
      public List<Step<S, F>> fire(S view, Deadline deadline) {
        return ruled(super.fire(view, deadline));
      }
    };
  }

  private List<Step<S, F>> ruled(List<Step<S, F>> steps) {
    return steps.stream().map(this::ruled).toList();
  }

  private Step<S, F> ruled(Step<S, F> step) {
    return new Step<>() {
      @Override
      public List<F> decide(S view) {
        return step.decide(view).stream().map(rule).toList();
      }

      @Override
      public boolean repeats() {
        return step.repeats();
      }
    };
  }
}
