package dev.rota.domain;

/** A question to a lane's state. It changes nothing. */
@FunctionalInterface
public interface Query<S> {
  /** An answer of maps, lists, texts, numbers, booleans and null. */
  Object answer(S state, Args args);
}
