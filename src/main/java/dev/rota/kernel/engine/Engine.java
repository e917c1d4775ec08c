package dev.rota.kernel.engine;

import java.util.List;

/**
 * The rules of a domain: a pure function from state, input and time to facts.
 *
 * @param <V> the read-only view of a lane's state
 * @param <I> inputs, a sealed type
 * @param <F> facts, a sealed type
 */
public interface Engine<V, I, F> {
  /** The time of the next deadline if none is pending. */
  long NEVER = Long.MAX_VALUE;

  /** The version in the ledger: 1, 2, 3 … Any change of a decision makes another version. */
  int rules();

  /** Returns the steps that decide this input. Each sees the facts of the steps before it. */
  List<Step<V, F>> decide(V view, Turn<I> turn);

  /**
   * Returns the next pending deadline by time, then kind, then id (L4), or null.
   *
   * @param after the previous deadline, pending or not; null: start with the first
   */
  default Deadline nextDeadline(V view, Deadline after) {
    return null;
  }

  /**
   * Returns the steps that convert a lane's state to these rules, when the lane adopts them.
   * Nothing of it is published.
   *
   * @param before the rules that the lane had: any older version
   */
  default List<Step<V, F>> adopt(V view, int before) {
    return List.of();
  }

  /** Returns the steps for a deadline that fires. It must not be pending afterwards. */
  default List<Step<V, F>> fire(V view, Deadline deadline) {
    return List.of();
  }
}
