package dev.rota.alarms;

import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.alarms.queries.AlarmQueries;
import dev.rota.alarms.queries.AlarmWhy;
import dev.rota.alarms.rules.AlarmEngine;
import dev.rota.alarms.rules.AlarmInvariants;
import dev.rota.alarms.wire.AlarmWire;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.LaneFigures;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.Why;
import dev.rota.kernel.domain.Wire;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Invariant;
import dev.rota.kernel.table.Tables;
import java.util.List;
import java.util.Map;

/** The card. */
public class AlarmDomain implements DomainCard<AlarmState, AlarmInput, AlarmFact> {
  @Override
  public String name() {
    return "alarms";
  }

  @Override
  public AlarmState open(Tables tables) {
    return new AlarmState(tables);
  }

  @Override
  public Engine<? super AlarmState, AlarmInput, AlarmFact> engine() {
    return new AlarmEngine();
  }

  @Override
  public Wire<AlarmInput, AlarmFact> wire() {
    return new AlarmWire();
  }

  @Override
  public Map<String, Query<AlarmState>> queries() {
    return AlarmQueries.all();
  }

  @Override
  public Why<AlarmState, AlarmFact> why() {
    return new AlarmWhy();
  }

  @Override
  public LaneFigures figures(AlarmState state) {
    long[] set = {0};
    state.eachAlarm((id, alarm) -> set[0]++);
    return new LaneFigures(set[0], "alarms", 0, "bells");
  }

  @Override
  public List<Invariant<AlarmState>> invariants() {
    return AlarmInvariants.all();
  }
}
