package dev.rota.engine;

import java.util.List;

/** One routine of a decision. */
@FunctionalInterface
public interface Step<V, F> {
  /** Reads the view as the steps before left it and writes nothing. */
  List<F> decide(V view);

  /** Whether it is asked again, once its facts are applied, until it has none. */
  default boolean repeats() {
    return false;
  }

  /** One that is asked until it has nothing to add: a decision of as many parts as there are. */
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
