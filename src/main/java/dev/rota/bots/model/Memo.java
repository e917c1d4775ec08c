package dev.rota.bots.model;

import java.util.function.Supplier;

/**
 * What a rule has worked out from the state, until the state changes. It decides nothing: a rule
 * that works it out anew comes to the same.
 */
public final class Memo<T> {
  private T value;
  private boolean known;

  /** As it was worked out, or as it is now. */
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
