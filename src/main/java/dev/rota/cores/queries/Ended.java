package dev.rota.cores.queries;

import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.Occupant;
import dev.rota.cores.model.Reason;
import dev.rota.cores.model.TimeoutPredicate.PendingAge;
import dev.rota.kernel.domain.Plural;

/** Says how a candidate left its core (5.3). */
final class Ended {
  private Ended() {}

  /**
   * Explains it by the state before.
   *
   * @param reason AVAILABLE, DISPUTED or TIMED_OUT
   */
  static String candidate(CoresView before, int core, Reason reason) {
    Occupant occupant = before.occupant(core);
    return "the candidate of para "
        + occupant.para()
        + " on core "
        + core
        + ", which "
        + Backing.group(before, core, occupant.since())
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
  private static String timeOut(CoresView before, Occupant occupant) {
    PendingAge age = PendingAge.of(before, occupant);
    return (age.isTimedOut() ? ", " : " by the chain's word, ")
        + Plural.of(age.blocks(), "block")
        + (age.isTimedOut() ? " later, as" : " later, though")
        + " its period is "
        + Plural.of(age.period(), "block")
        + " and the rotation is "
        + Plural.of(age.intoRotation(), "block")
        + " old";
  }
}
