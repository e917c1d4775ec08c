package dev.rota.shards;

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
import dev.rota.shards.forecast.ShardsForecast;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.monitor.ShardsMonitor;
import dev.rota.shards.queries.ShardsQueries;
import dev.rota.shards.queries.ShardsWhy;
import dev.rota.shards.rules.ShardsEngine;
import dev.rota.shards.rules.ShardsInvariants;
import dev.rota.shards.whatif.ShardsWhatIf;
import dev.rota.shards.wire.ShardsWire;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The card of the shards domain. */
public final class ShardsDomain implements DomainCard<ShardsState, ShardsInput, ShardsFact> {
  private final int rules;

  public ShardsDomain() {
    this(ShardsEngine.NEWEST);
  }

  private ShardsDomain(int rules) {
    this.rules = rules;
  }

  @Override
  public String name() {
    return "shards";
  }

  @Override
  public ShardsState open(Tables tables) {
    return new ShardsState(tables);
  }

  @Override
  public Engine<? super ShardsState, ShardsInput, ShardsFact> engine() {
    return new ShardsEngine(rules);
  }

  @Override
  public List<DomainCard<ShardsState, ShardsInput, ShardsFact>> versions() {
    return IntStream.rangeClosed(ShardsEngine.OLDEST, rules)
        .<DomainCard<ShardsState, ShardsInput, ShardsFact>>mapToObj(ShardsDomain::new)
        .toList();
  }

  @Override
  public Wire<ShardsInput, ShardsFact> wire() {
    return new ShardsWire();
  }

  @Override
  public Map<String, Query<ShardsState>> queries() {
    return ShardsQueries.all();
  }

  @Override
  public List<String> glance() {
    return List.of("reasons", "workers");
  }

  @Override
  public Why<ShardsState, ShardsFact> why() {
    return new ShardsWhy();
  }

  @Override
  public Optional<WhatIf<ShardsState, ShardsFact>> whatIf() {
    return Optional.of(new ShardsWhatIf());
  }

  @Override
  public Object policy(ShardsState state) {
    return state.policy();
  }

  @Override
  public ForecastModel<ShardsState, ShardsInput, ShardsFact> forecast() {
    return new ShardsForecast();
  }

  @Override
  public LaneFigures figures(ShardsState state) {
    long pending = state.allShards().stream().mapToLong(shard -> shard.pool().size()).sum();
    return new LaneFigures(pending, "transactions", state.leases(), "leases");
  }

  @Override
  public DomainMonitor<ShardsState, ShardsFact> monitor() {
    return new ShardsMonitor();
  }

  @Override
  public List<Invariant<ShardsState>> invariants() {
    return ShardsInvariants.all();
  }
}
