package dev.rota.kernel.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * The same rules, each step of which is reported with what it read and what it decided.
 *
 * @param <V> the read-only view of a lane's state
 */
public final class WatchedEngine<V, I, F> implements Engine<V, I, F> {
  private final Engine<V, I, F> rules;
  private final DecisionWatch<V, F> watch;

  /** Sees each step, before its facts are applied. */
  @FunctionalInterface
  public interface Watcher<V, F> {
    /**
     * A step has decided.
     *
     * @param view what it read, to be read now or never
     * @param facts what it decided
     * @return is run when this stays; never, if it is taken back
     */
    Runnable decided(V view, List<F> facts);

    /** A deadline has fired, and that stays. What it decided comes next. */
    default void fired(Deadline deadline) {}

    /** What it was told of since the last turn is of a turn that the ledger has otherwise. */
    default void dropped() {}

    /** The same, and after it another one sees each step. */
    default Watcher<V, F> and(Watcher<V, F> other) {
      Watcher<V, F> one = this;
      return new Watcher<>() {
        @Override
        public Runnable decided(V view, List<F> facts) {
          Runnable first = one.decided(view, facts);
          Runnable second = other.decided(view, facts);
          return () -> {
            first.run();
            second.run();
          };
        }

        @Override
        public void fired(Deadline deadline) {
          one.fired(deadline);
          other.fired(deadline);
        }

        @Override
        public void dropped() {
          one.dropped();
          other.dropped();
        }
      };
    }
  }

  /** Tells at once. */
  public WatchedEngine(Engine<V, I, F> rules, Watcher<V, F> watcher) {
    this(rules, DecisionWatch.atOnce(watcher));
  }

  public WatchedEngine(Engine<V, I, F> rules, DecisionWatch<V, F> watch) {
    this.rules = rules;
    this.watch = watch;
  }

  @Override
  public int rules() {
    return rules.rules();
  }

  @Override
  public List<Step<V, F>> decide(V view, Turn<I> turn) {
    return watched(rules.decide(view, turn));
  }

  @Override
  public Deadline nextDeadline(V view, Deadline after) {
    return rules.nextDeadline(view, after);
  }

  @Override
  public List<Step<V, F>> adopt(V view, int before) {
    return rules.adopt(view, before); // a change of form is no decision
  }

  @Override
  public List<Step<V, F>> fire(V view, Deadline deadline) {
    watch.fired(deadline);
    return watched(rules.fire(view, deadline));
  }

  private List<Step<V, F>> watched(List<Step<V, F>> steps) {
    List<Step<V, F>> all = new ArrayList<>(steps.size());
    steps.forEach(step -> all.add(watched(step)));
    return all;
  }

  private Step<V, F> watched(Step<V, F> step) {
    return new Step<>() {
      @Override
      public List<F> decide(V view) {
        List<F> facts = step.decide(view);
        if (!facts.isEmpty()) {
          watch.decided(view, facts);
        }
        return facts;
      }

      @Override
      public boolean repeats() {
        return step.repeats();
      }
    };
  }
}
