package dev.rota.testing.laws;

import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.kernel.domain.DomainCard;

/** Alarms with a fault in their rules, for whoever has to find one. */
public final class BrokenAlarms {
  private BrokenAlarms() {}

  /** An invariant breaks at turn 7 of each lane. */
  public static DomainCard<AlarmState, AlarmInput, AlarmFact> spoilt() {
    return new Mutants<>(new AlarmDomain(), new AlarmLawsTest().customs()).spoilsItsState();
  }
}
