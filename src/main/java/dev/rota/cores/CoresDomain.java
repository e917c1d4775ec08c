package dev.rota.cores;

import dev.rota.cores.forecast.CoresForecast;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.monitor.CoresMonitor;
import dev.rota.cores.queries.CoresQueries;
import dev.rota.cores.queries.CoresWhy;
import dev.rota.cores.rules.CoresEngine;
import dev.rota.cores.rules.CoresInvariants;
import dev.rota.cores.whatif.CoresWhatIf;
import dev.rota.cores.wire.CoresWire;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.ForecastModel;
import dev.rota.kernel.domain.LaneFigures;
import dev.rota.kernel.domain.Query;
import dev.rota.kernel.domain.WhatIf;
import dev.rota.kernel.domain.Why;
import dev.rota.kernel.domain.Wire;
import dev.rota.kernel.domain.measures.DomainMonitor;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Invariant;
import dev.rota.kernel.table.Tables;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Declares the cores domain. */
public final class CoresDomain implements DomainCard<CoresState, CoresInput, CoresFact> {
  private final int rules;

  public CoresDomain() {
    this(CoresEngine.NEWEST);
  }

  private CoresDomain(int rules) {
    this.rules = rules;
  }

  @Override
  public String name() {
    return "cores";
  }

  @Override
  public CoresState open(Tables tables) {
    return new CoresState(tables);
  }

  @Override
  public Engine<? super CoresState, CoresInput, CoresFact> engine() {
    return new CoresEngine(rules);
  }

  @Override
  public List<DomainCard<CoresState, CoresInput, CoresFact>> versions() {
    return IntStream.rangeClosed(CoresEngine.OLDEST, rules)
        .<DomainCard<CoresState, CoresInput, CoresFact>>mapToObj(CoresDomain::new)
        .toList();
  }

  @Override
  public Wire<CoresInput, CoresFact> wire() {
    return new CoresWire();
  }

  @Override
  public Map<String, Query<CoresState>> queries() {
    return CoresQueries.all();
  }

  @Override
  public List<String> glance() {
    return List.of("reasons", "availability_cores_view");
  }

  @Override
  public Why<CoresState, CoresFact> why() {
    return new CoresWhy();
  }

  @Override
  public Optional<WhatIf<CoresState, CoresFact>> whatIf() {
    return Optional.of(new CoresWhatIf());
  }

  @Override
  public Object policy(CoresState state) {
    return state.session().parameters();
  }

  @Override
  public ForecastModel<CoresState, CoresInput, CoresFact> forecast() {
    return new CoresForecast();
  }

  @Override
  public LaneFigures figures(CoresState state) {
    return new LaneFigures(state.waiting(), "claims", state.occupied(), "cores");
  }

  @Override
  public DomainMonitor<CoresState, CoresFact> monitor() {
    return new CoresMonitor();
  }

  @Override
  public List<Invariant<CoresState>> invariants() {
    return CoresInvariants.all();
  }
}
