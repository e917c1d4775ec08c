package dev.rota.lab.simulate;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.LaneFigures;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Wire;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.Invariant;
import dev.rota.kernel.table.Tables;
import java.util.List;
import java.util.Map;

/** A domain whose turns may write little, so that the traffic of a simulation exceeds it. */
interface SmallTurns extends DomainCard<State, Object, Fact<State>> {
  long BYTES_MAX = 4 * 1024;

  DomainCard<State, Object, Fact<State>> domain();

  static SmallTurns of(Domain domain) {
    return domain::card;
  }

  @Override
  default long turnBytesMax() {
    return BYTES_MAX;
  }

  @Override
  default String name() {
    return domain().name();
  }

  @Override
  default State open(Tables tables) {
    return domain().open(tables);
  }

  @Override
  default Engine<? super State, Object, Fact<State>> engine() {
    return domain().engine();
  }

  @Override
  default Wire<Object, Fact<State>> wire() {
    return domain().wire();
  }

  @Override
  default Map<String, Query<State>> queries() {
    return domain().queries();
  }

  @Override
  default Object policy(State state) {
    return domain().policy(state);
  }

  @Override
  default LaneFigures figures(State state) {
    return domain().figures(state);
  }

  @Override
  default List<Invariant<State>> invariants() {
    return domain().invariants();
  }
}
