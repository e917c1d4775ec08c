package dev.rota.engine;

/** Something decided. Applying it is the only way a state changes. */
public interface Fact<S> {
  /** Writes the effect; decides nothing. */
  void applyTo(S state);
}
