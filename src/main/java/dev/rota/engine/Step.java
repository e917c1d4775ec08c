package dev.rota.engine;

import java.util.List;

/** One routine of a decision. */
@FunctionalInterface
public interface Step<V, F> {
  /** Reads the view as the steps before left it and writes nothing. */
  List<F> decide(V view);
}
