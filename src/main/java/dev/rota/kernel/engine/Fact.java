package dev.rota.kernel.engine;

/** A decision. A state changes only through facts. */
public interface Fact<S> {
  /** Writes the effect. It decides nothing. */
  void applyTo(S state);
}
