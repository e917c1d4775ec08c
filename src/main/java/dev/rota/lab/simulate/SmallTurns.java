package dev.rota.lab.simulate;

import dev.rota.kernel.domain.Domain;
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
interface SmallTurns<S extends State, I, F extends Fact<S>> extends Domain<S, I, F> {
  long BYTES_MAX = 4 * 1024;

  Domain<S, I, F> domain();

  static <S extends State, I, F extends Fact<S>> SmallTurns<S, I, F> of(Domain<S, I, F> domain) {
    return () -> domain;
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
  default S open(Tables tables) {
    return domain().open(tables);
  }

  @Override
  default Engine<? super S, I, F> engine() {
    return domain().engine();
  }

  @Override
  default Wire<I, F> wire() {
    return domain().wire();
  }

  @Override
  default Map<String, Query<S>> queries() {
    return domain().queries();
  }

  @Override
  default Object policy(S state) {
    return domain().policy(state);
  }

  @Override
  default LaneFigures figures(S state) {
    return domain().figures(state);
  }

  @Override
  default List<Invariant<S>> invariants() {
    return domain().invariants();
  }
}
