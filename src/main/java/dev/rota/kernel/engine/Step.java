package dev.rota.kernel.engine;

import java.util.List;

@FunctionalInterface
public interface Step<V, F> {
  /** Decides from the view, which includes the facts of earlier steps. It writes nothing. */
  List<F> decide(V view);

  /** Returns true if the step repeats, after its facts are applied, until it returns none. */
  default boolean repeats() {
    return false;
  }

  /** A step that repeats until it returns no facts. */
  static <V, F> Step<V, F> repeated(Step<V, F> step) {
    return new Step<>() {
      @Override
      public List<F> decide(V view) {
        return step.decide(view);
      }

      @Override
      public boolean repeats() {
        return true;
      }
    };
  }
}
