package dev.rota.testing.laws;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.testing.alarms.AlarmDomain;
import dev.rota.testing.alarms.model.AlarmFact;
import dev.rota.testing.alarms.model.AlarmInput;
import dev.rota.testing.alarms.model.AlarmState;

/** Alarms with a fault in their rules, for whoever has to find one. */
public final class BrokenAlarms {
  private BrokenAlarms() {}

  /** An invariant breaks at turn 7 of each lane. */
  public static DomainCard<AlarmState, AlarmInput, AlarmFact> spoilt() {
    return new Mutants<>(new AlarmDomain(), new AlarmLawsTest().customs()).spoilsItsState();
  }
}
