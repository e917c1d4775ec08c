package dev.rota.engine;

/**
 * One input, taken by the decider.
 *
 * @param lane the chain, network, pool or grid that the turn belongs to
 * @param number 1, 2, 3 … per lane
 * @param atMillis the turn's time in epoch milliseconds; never earlier than the turn before it
 * @param stampMillis the time that the input's record has of its own; earlier than the turn's,
 *     where it came late
 * @param input null in a tick: nothing happened but time passing
 */
public record Turn<I>(String lane, long number, long atMillis, long stampMillis, I input) {
  /** One whose input comes at its own time. */
  public Turn(String lane, long number, long atMillis, I input) {
    this(lane, number, atMillis, atMillis, input);
  }
}
