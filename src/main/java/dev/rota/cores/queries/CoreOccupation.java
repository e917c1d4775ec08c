package dev.rota.cores.queries;

import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoresFact.CoreOccupied;
import dev.rota.cores.model.CoresView;

/** Says what became of a scheduled core. */
final class CoreOccupation {
  private CoreOccupation() {}

  /** 5.6: who backed it. */
  static String by(CoresView before, CoreOccupied fact) {
    return " in block "
        + fact.occupant().since()
        + " by group "
        + before.scheduledOn(fact.core()).group()
        + ": the candidate occupies the core";
  }

  /** 5.5: who did not. */
  static String withdrawn(CoresView before, CoreAssignment entry) {
    return "group "
        + entry.group()
        + " has not backed para "
        + entry.para()
        + " on core "
        + entry.core()
        + ": block "
        + before.block()
        + " withdraws it";
  }
}
