package dev.rota.kernel.domain;

/**
 * Two figures of a lane for the live display.
 *
 * @param waiting number of items that wait
 * @param waits what they are, such as {@code jobs}
 * @param busy number of current assignments
 * @param assigned what they are, such as {@code leases}
 */
public record BoardFigures(long waiting, String waits, long busy, String assigned) {
  /** Sums two lanes of a domain. */
  public BoardFigures plus(BoardFigures other) {
    return new BoardFigures(waiting + other.waiting, waits, busy + other.busy, assigned);
  }
}
