package dev.rota.bots.model;

import java.util.function.Supplier;

/**
 * A value that a rule computed from the state, kept until the state changes. It only caches:
 * computing it again gives the same value.
 */
public final class StateMemo<T> {
  private T value;
  private boolean known;

  /** Returns the cached value, or computes it. */
  public T orElse(Supplier<T> rule) {
    if (!known) {
      value = rule.get();
      known = true;
    }
    return value;
  }

  void forget() {
    value = null;
    known = false;
  }
}
