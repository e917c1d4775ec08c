package dev.rota.domain;

/**
 * How a lane stands, in two figures for people who watch.
 *
 * @param waiting how many of what cannot have what they ask for yet
 * @param waits what that is, such as {@code jobs}
 * @param busy how much is assigned at present
 * @param assigned what that is, such as {@code leases}
 */
public record Figures(long waiting, String waits, long busy, String assigned) {
  /** Two lanes of a domain as one. */
  public Figures plus(Figures other) {
    return new Figures(waiting + other.waiting, waits, busy + other.busy, assigned);
  }
}
