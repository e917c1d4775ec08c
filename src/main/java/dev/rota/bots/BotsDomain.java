package dev.rota.bots;

import dev.rota.bots.forecast.BotsForecast;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.monitor.BotsMonitor;
import dev.rota.bots.queries.BotsQueries;
import dev.rota.bots.queries.BotsWhy;
import dev.rota.bots.rules.BotsEngine;
import dev.rota.bots.rules.BotsInvariants;
import dev.rota.bots.values.RulesVersion;
import dev.rota.bots.whatif.BotsWhatIf;
import dev.rota.bots.wire.BotsWire;
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
import java.util.stream.Stream;

/** Declares the bots domain. */
public final class BotsDomain implements DomainCard<BotsState, BotsInput, BotsFact> {
  private final RulesVersion version;

  public BotsDomain() {
    this(RulesVersion.NEWEST);
  }

  private BotsDomain(RulesVersion version) {
    this.version = version;
  }

  @Override
  public List<DomainCard<BotsState, BotsInput, BotsFact>> versions() {
    return Stream.of(RulesVersion.values())
        .<DomainCard<BotsState, BotsInput, BotsFact>>map(
            one -> one == version ? this : new BotsDomain(one))
        .toList();
  }

  @Override
  public String name() {
    return "bots";
  }

  @Override
  public BotsState open(Tables tables) {
    return new BotsState(tables, version);
  }

  @Override
  public Engine<? super BotsState, BotsInput, BotsFact> engine() {
    return new BotsEngine(version);
  }

  @Override
  public Wire<BotsInput, BotsFact> wire() {
    return new BotsWire(version);
  }

  @Override
  public Map<String, Query<BotsState>> queries() {
    return BotsQueries.all();
  }

  @Override
  public List<String> glance() {
    return List.of("reasons", "bots");
  }

  @Override
  public Why<BotsState, BotsFact> why() {
    return new BotsWhy();
  }

  @Override
  public ForecastModel<BotsState, BotsInput, BotsFact> forecast() {
    return new BotsForecast();
  }

  @Override
  public Optional<WhatIf<BotsState, BotsFact>> whatIf() {
    return Optional.of(new BotsWhatIf());
  }

  @Override
  public Object policy(BotsState state) {
    return state.policy();
  }

  @Override
  public LaneFigures figures(BotsState state) {
    long queued = state.jobs().stream().filter(job -> job.state() instanceof Queued).count();
    return new LaneFigures(queued, "jobs", state.leases().byStart().size(), "leases");
  }

  @Override
  public DomainMonitor<BotsState, BotsFact> monitor() {
    return new BotsMonitor();
  }

  @Override
  public List<Invariant<BotsState>> invariants() {
    return BotsInvariants.all();
  }
}
