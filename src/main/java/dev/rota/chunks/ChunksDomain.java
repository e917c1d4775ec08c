package dev.rota.chunks;

import dev.rota.chunks.forecast.ChunksForecast;
import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksInput;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.monitor.ChunksMonitor;
import dev.rota.chunks.queries.ChunksQueries;
import dev.rota.chunks.queries.ChunksWhy;
import dev.rota.chunks.rules.ChunksEngine;
import dev.rota.chunks.rules.ChunksInvariants;
import dev.rota.chunks.values.RulesEdition;
import dev.rota.chunks.whatif.ChunksWhatIf;
import dev.rota.chunks.wire.ChunksWire;
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
import dev.rota.kernel.engine.ParallelParts;
import dev.rota.kernel.table.Tables;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The card of the chunks domain. */
public final class ChunksDomain implements DomainCard<ChunksState, ChunksInput, ChunksFact> {
  private final ParallelParts parts;
  private final RulesEdition edition;

  /** Creates a card that places parts one after another. */
  public ChunksDomain() {
    this(ParallelParts.IN_TURN);
  }

  /** Creates a card with these parts. */
  public ChunksDomain(ParallelParts parts) {
    this(parts, RulesEdition.THREE);
  }

  private ChunksDomain(ParallelParts parts, RulesEdition edition) {
    this.parts = parts;
    this.edition = edition;
  }

  @Override
  public String name() {
    return "chunks";
  }

  @Override
  public ChunksState open(Tables tables) {
    return new ChunksState(tables, parts, edition);
  }

  @Override
  public Engine<? super ChunksState, ChunksInput, ChunksFact> engine() {
    return new ChunksEngine(edition);
  }

  @Override
  public List<DomainCard<ChunksState, ChunksInput, ChunksFact>> versions() {
    return Stream.of(RulesEdition.values())
        .<DomainCard<ChunksState, ChunksInput, ChunksFact>>map(
            one -> one == edition ? this : new ChunksDomain(parts, one))
        .toList();
  }

  @Override
  public Wire<ChunksInput, ChunksFact> wire() {
    return new ChunksWire();
  }

  @Override
  public Map<String, Query<ChunksState>> queries() {
    return ChunksQueries.all();
  }

  @Override
  public List<String> glance() {
    return List.of("reasons", "workers");
  }

  @Override
  public Why<ChunksState, ChunksFact> why() {
    return new ChunksWhy();
  }

  @Override
  public Optional<WhatIf<ChunksState, ChunksFact>> whatIf() {
    return Optional.of(new ChunksWhatIf(ChunksQueries::policy));
  }

  @Override
  public Object policy(ChunksState state) {
    return state.policy();
  }

  @Override
  public ForecastModel<ChunksState, ChunksInput, ChunksFact> forecast() {
    return new ChunksForecast();
  }

  @Override
  public LaneFigures figures(ChunksState state) {
    long copies =
        state.nodes().all().stream()
            .filter(node -> node.held() != null)
            .mapToLong(node -> node.held().chunks())
            .sum();
    return new LaneFigures(state.pending().size(), "chunks", copies, "copies");
  }

  @Override
  public DomainMonitor<ChunksState, ChunksFact> monitor() {
    return new ChunksMonitor();
  }

  @Override
  public List<Invariant<ChunksState>> invariants() {
    return ChunksInvariants.all();
  }

  /** A first generation of a million chunks publishes millions of copies. */
  @Override
  public int turnMaxMillis() {
    return 120_000;
  }

  /** To compress the copies of such a generation takes as long as to place them and send them. */
  @Override
  public String compression() {
    return UNCOMPRESSED;
  }

  /** A copy takes some sixty bytes: these are 35 million copies that workers fetch or drop. */
  @Override
  public long turnBytesMax() {
    return 2L << 30;
  }
}
