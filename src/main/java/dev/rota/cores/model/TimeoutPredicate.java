package dev.rota.cores.model;

/**
 * 5.8: tests whether a pending candidate has timed out.
 *
 * @param now the block that judges
 * @param intoRotation blocks since the last rotation
 */
public record TimeoutPredicate(CoresView view, long now, long intoRotation) {
  public boolean test(int core, long pendingSince) {
    CoreOccupant occupant = view.occupant(core);
    if (occupant == null) {
      return true;
    }
    return age(occupant.kind(), pendingSince).isTimedOut();
  }

  private PendingAge age(OccupantKind kind, long pendingSince) {
    return new PendingAge(
        Math.max(0, now - pendingSince), view.parameters().availabilityPeriod(kind), intoRotation);
  }

  /**
   * What a time-out is judged by.
   *
   * @param blocks since the candidate was backed
   * @param period of availability
   * @param intoRotation blocks since the last rotation
   */
  public record PendingAge(long blocks, long period, long intoRotation) {
    public static PendingAge of(CoresView view, CoreOccupant occupant) {
      return new TimeoutPredicate(view, view.now(), view.intoRotation())
          .age(occupant.kind(), occupant.since());
    }

    public boolean isTimedOut() {
      return intoRotation < period && blocks >= period;
    }
  }
}
