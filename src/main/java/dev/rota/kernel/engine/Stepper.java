package dev.rota.kernel.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Decides and applies facts step by step. The stream, the audit, the simulator and tests share it.
 */
public final class Stepper<S, I, F extends Fact<S>> {
  private final Engine<? super S, I, F> engine;
  private final S state;
  private final Predicate<Deadline> setAside;

  public Stepper(Engine<? super S, I, F> engine, S state) {
    this(engine, state, _ -> false);
  }

  /**
   * Creates a stepper that skips some deadlines.
   *
   * @param setAside returns true for deadlines to skip
   */
  public Stepper(Engine<? super S, I, F> engine, S state, Predicate<Deadline> setAside) {
    this.engine = engine;
    this.state = state;
    this.setAside = setAside;
  }

  public S state() {
    return state;
  }

  /** The earliest pending deadline in epoch ms, or {@link Engine#NEVER}. */
  public long nextDeadline() {
    Deadline next = next();
    return next == null ? Engine.NEVER : next.atMillis();
  }

  /** Fires all deadlines up to the turn's time, then decides the input. */
  public List<F> take(Turn<I> turn) {
    Deadline due = due(turn.atMillis());
    if (due == null) {
      return decide(turn);
    }
    List<F> facts = new ArrayList<>();
    for (; due != null; due = due(turn.atMillis())) {
      facts.addAll(fire(due));
    }
    facts.addAll(decide(turn));
    return facts;
  }

  /** Returns the next deadline if it is due, else null. */
  public Deadline due(long atMillis) {
    Deadline next = next();
    return next == null || !Deadline.isDue(next.atMillis(), atMillis) ? null : next;
  }

  /**
   * Fires one deadline.
   *
   * @throws IllegalStateException if it is still pending, since it would fire forever
   */
  public List<F> fire(Deadline due) {
    List<F> facts = run(engine.fire(state, due));
    if (due.equals(next())) {
      throw new IllegalStateException("the deadline " + due + " fired and is still pending");
    }
    return facts;
  }

  /** Decides the turn's input. A tick has none. */
  public List<F> decide(Turn<I> turn) {
    return turn.input() == null ? List.of() : run(engine.decide(state, turn));
  }

  /**
   * Adopts the engine's rules.
   *
   * @param before the rules that the lane had
   */
  public void adopt(int before) {
    var _ = run(engine.adopt(state, before)); // nothing of it is published
  }

  private Deadline next() {
    Deadline next = engine.nextDeadline(state, null);
    while (next != null && setAside.test(next)) {
      next = engine.nextDeadline(state, next);
    }
    return next;
  }

  private <V> List<F> run(List<? extends Step<V, F>> steps) {
    @SuppressWarnings("unchecked") // the steps come from an engine over a supertype of S
    V view = (V) state;
    return run(steps, view, state);
  }

  /**
   * Decides and applies steps.
   *
   * @param view of the state that the facts are applied to
   */
  public static <V, S, F extends Fact<S>> List<F> run(
      List<? extends Step<V, F>> steps, V view, S state) {
    if (steps.size() == 1 && !steps.get(0).repeats()) {
      return apply(steps.get(0).decide(view), state); // the common case
    }
    List<F> facts = new ArrayList<>();
    for (Step<V, F> step : steps) {
      List<F> made;
      do {
        made = apply(step.decide(view), state);
        for (F fact : made) { // addAll would copy first: too slow for one or two
          facts.add(fact);
        }
      } while (step.repeats() && !made.isEmpty());
    }
    return facts;
  }

  /** Applies facts, and hands them back. */
  public static <S, F extends Fact<S>> List<F> apply(List<F> facts, S state) {
    for (F fact : facts) {
      fact.applyTo(state);
    }
    return facts;
  }
}
