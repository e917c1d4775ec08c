package dev.rota.cores.model;

/**
 * 5.8: tests whether a pending candidate has timed out.
 *
 * @param now the block that judges
 * @param intoRotation blocks since the last rotation
 */
public record TimeoutPredicate(CoresView view, long now, long intoRotation) {
  public boolean test(int core, long pendingSince) {
    Occupant occupant = view.occupant(core);
    if (occupant == null) {
      return true;
    }
    long period = view.parameters().availabilityPeriod(occupant.kind());
    return intoRotation < period && Math.max(0, now - pendingSince) >= period;
  }
}
