package dev.rota.kernel.engine;

/**
 * A turn of a lane.
 *
 * @param lane a chain, grid, pool or network
 * @param number 1, 2, 3 … per lane
 * @param atMillis the turn's time in epoch ms; never before the previous turn's
 * @param stampMillis the timestamp of the input's record: earlier if the record is late, never
 *     later
 * @param input null for a tick
 */
public record Turn<I>(String lane, long number, long atMillis, long stampMillis, I input) {
  /** A turn whose record is not late. */
  public Turn(String lane, long number, long atMillis, I input) {
    this(lane, number, atMillis, atMillis, input);
  }
}
