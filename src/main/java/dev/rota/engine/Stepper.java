package dev.rota.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides and applies, step by step; the same in the stream, the audit, the simulator and tests.
 */
public final class Stepper<S, I, F extends Fact<S>> {
  private final Engine<? super S, I, F> engine;
  private final S state;

  public Stepper(Engine<? super S, I, F> engine, S state) {
    this.engine = engine;
    this.state = state;
  }

  public S state() {
    return state;
  }

  /** The earliest pending deadline in epoch milliseconds, or {@link Engine#NEVER}. */
  public long nextDeadline() {
    return engine.nextDeadline(state);
  }

  /** Fires every deadline up to the turn's time, each at its own, then decides the input. */
  public List<F> take(Turn<I> turn) {
    List<F> facts = new ArrayList<>();
    for (long due = nextDeadline(); isDue(due, turn); due = nextDeadline()) {
      fire(due, facts);
    }
    if (turn.input() != null) {
      run(engine.decide(state, turn), facts);
    }
    return facts;
  }

  /** A record may carry the last instant there is, and even then never does not come. */
  private boolean isDue(long due, Turn<I> turn) {
    return due != Engine.NEVER && due <= turn.atMillis();
  }

  private void fire(long due, List<F> facts) {
    int before = facts.size();
    run(engine.fire(state, due), facts);
    if (facts.size() == before) {
      // A deadline that stays due for ever would hang the task: better a turn that fails.
      throw new IllegalStateException("the deadline at " + due + " fired and changed nothing");
    }
  }

  private <V> void run(List<? extends Step<V, F>> steps, List<F> facts) {
    @SuppressWarnings("unchecked") // the steps come from an engine over a supertype of S
    V view = (V) state;
    for (Step<V, F> step : steps) {
      List<F> made;
      do {
        made = step.decide(view);
        for (F fact : made) {
          fact.applyTo(state);
          facts.add(fact);
        }
      } while (step.repeats() && !made.isEmpty());
    }
  }
}
