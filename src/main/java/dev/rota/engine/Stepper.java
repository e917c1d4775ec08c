package dev.rota.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Decides and applies, step by step; the same in the stream, the audit, the simulator and tests.
 */
public final class Stepper<S, I, F extends Fact<S>> {
  private final Engine<? super S, I, F> engine;
  private final S state;
  private final Predicate<Deadline> setAside;

  public Stepper(Engine<? super S, I, F> engine, S state) {
    this(engine, state, deadline -> false);
  }

  /**
   * A stepper that passes over some deadlines.
   *
   * @param setAside asked of each that comes next
   */
  public Stepper(Engine<? super S, I, F> engine, S state, Predicate<Deadline> setAside) {
    this.engine = engine;
    this.state = state;
    this.setAside = setAside;
  }

  public S state() {
    return state;
  }

  /** The earliest pending deadline in epoch milliseconds, or {@link Engine#NEVER}. */
  public long nextDeadline() {
    Deadline next = next();
    return next == null ? Engine.NEVER : next.atMillis();
  }

  /** Fires every deadline up to the turn's time, each at its own, then decides the input. */
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

  /** The next deadline, if it is due by then; else null. */
  public Deadline due(long atMillis) {
    Deadline next = next();
    return next == null || next.atMillis() > atMillis ? null : next;
  }

  /**
   * Fires one deadline.
   *
   * @throws IllegalStateException when it is still pending then: it would be for ever
   */
  public List<F> fire(Deadline due) {
    List<F> facts = run(engine.fire(state, due));
    if (due.equals(next())) {
      throw new IllegalStateException("the deadline " + due + " fired and is still pending");
    }
    return facts;
  }

  /** Decides the turn's input, and nothing for a tick. */
  public List<F> decide(Turn<I> turn) {
    return turn.input() == null ? List.of() : run(engine.decide(state, turn));
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
      return apply(steps.get(0).decide(view), state); // most are that short
    }
    List<F> facts = new ArrayList<>();
    for (Step<V, F> step : steps) {
      List<F> made;
      do {
        made = apply(step.decide(view), state);
        for (F fact : made) { // one or two: not worth the copy that addAll makes first
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
