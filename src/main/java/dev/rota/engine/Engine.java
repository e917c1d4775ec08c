package dev.rota.engine;

import java.util.List;

/**
 * The rules of a domain: a pure function from what is, what is asked and what time it is to facts.
 *
 * @param <V> the questions the rules may ask of a lane's state
 * @param <I> what may be asked, a sealed type
 * @param <F> what can happen, a sealed type
 */
public interface Engine<V, I, F> {
  /** The instant of the next deadline when none is pending. */
  long NEVER = Long.MAX_VALUE;

  /** The version that the ledger records; a change that decides anything otherwise raises it. */
  int rules();

  /** What decides this input: routines in order, each seeing the facts of those before it. */
  List<Step<V, F>> decide(V view, Turn<I> turn);

  /**
   * The next pending deadline, by time, then kind, then id (L4); null when there is none.
   *
   * @param after the one before it, pending or not; null: the first of all is asked for
   */
  default Deadline nextDeadline(V view, Deadline after) {
    return null;
  }

  /** What happens when this deadline fires; it is not pending any more then. */
  default List<Step<V, F>> fire(V view, Deadline deadline) {
    return List.of();
  }
}
