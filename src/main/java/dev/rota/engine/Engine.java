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
  /** No deadline is pending. */
  long NEVER = Long.MAX_VALUE;

  /** The version that the ledger records; a change that decides anything otherwise raises it. */
  int rules();

  /** What decides this input: routines in order, each seeing the facts of those before it. */
  List<Step<V, F>> decide(V view, Turn<I> turn);

  /**
   * The earliest instant, in epoch milliseconds, at which something falls due; or {@link #NEVER}.
   */
  default long nextDeadline(V view) {
    return NEVER;
  }

  /** What happens when everything due at exactly this instant fires, by kind, then id. */
  default List<Step<V, F>> fire(V view, long deadlineMillis) {
    return List.of();
  }
}
