package dev.rota.cores.queries;

import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.TimeoutPredicate.PendingAge;
import dev.rota.kernel.domain.PluralText;

/** Says how a candidate left its core (5.3). */
final class OccupancyEnd {
  private OccupancyEnd() {}

  /**
   * Explains it by the state before.
   *
   * @param reason AVAILABLE, DISPUTED or TIMED_OUT
   */
  static String candidate(CoresView before, int core, CoresReason reason) {
    CoreOccupant occupant = before.occupant(core);
    return "the candidate of para "
        + occupant.para()
        + " on core "
        + core
        + ", which "
        + CoreBacking.group(before, core, occupant.since())
        + " backed in block "
        + occupant.since()
        + ", "
        + switch (reason) {
          case AVAILABLE -> "became available in block " + before.block();
          case DISPUTED -> "was disputed in block " + before.block();
          case TIMED_OUT -> "timed out in block " + before.block() + timeOut(before, occupant);
          default -> throw new AssertionError(reason);
        };
  }

  /** 5.8: the chain is believed, whatever the periods say. */
  private static String timeOut(CoresView before, CoreOccupant occupant) {
    PendingAge age = PendingAge.of(before, occupant);
    return (age.isTimedOut() ? ", " : " by the chain's word, ")
        + PluralText.of(age.blocks(), "block")
        + (age.isTimedOut() ? " later, as" : " later, though")
        + " its period is "
        + PluralText.of(age.period(), "block")
        + " and the rotation is "
        + PluralText.of(age.intoRotation(), "block")
        + " old";
  }
}
