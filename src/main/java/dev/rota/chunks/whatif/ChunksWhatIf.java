package dev.rota.chunks.whatif;

import dev.rota.base.samples.SamplePeerIds;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.placement.PlacementPolicy;
import dev.rota.chunks.values.NetworkPolicy;
import dev.rota.chunks.wire.ChunksWire;
import dev.rota.kernel.domain.FleetChange;
import dev.rota.kernel.domain.FleetModel;
import dev.rota.kernel.domain.Participants;
import dev.rota.kernel.domain.Remedy;
import dev.rota.kernel.domain.WhatIf;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.domain.measures.HistoryGauge;
import dev.rota.kernel.domain.measures.LaneMeasures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Chunks: no input depends on what was decided, so all are as recorded. */
public final class ChunksWhatIf implements WhatIf<ChunksState, ChunksFact> {
  /** Peer ids of added workers begin here, beyond those of samples. */
  private static final long PEERS = 1L << 40;

  private final Function<NetworkPolicy, Map<String, Object>> told;

  /**
   * A what-if of networks.
   *
   * @param told a policy by the field names of its record
   */
  public ChunksWhatIf(Function<NetworkPolicy, Map<String, Object>> told) {
    this.told = told;
  }

  @Override
  public PolicyField policy() {
    return new PolicyField(ChunksWire.POLICIES, List.of(), ChunkPolicy.getClassSchema(), false);
  }

  @Override
  public Map<String, Object> present(ChunksState state) {
    return told.apply(state.policy());
  }

  @Override
  public List<String> fleet() {
    return List.of("worker:PEER", "workers:N");
  }

  @Override
  public List<String> model() {
    return List.of(
        "Listings and pings are as recorded, and so are the stored bytes that pings tell.",
        "An added worker pings as the one that it is like.");
  }

  @Override
  public HistoryGauge<ChunksFact> gauge(LaneMeasures measures) {
    return new ChunksGauge(measures);
  }

  @Override
  public Participants<ChunksState, ChunksFact> participants(
      String lane, List<FleetChange> changes, long sinceMillis) {
    return new RecordedStorageWorkers(
        new FleetModel(
            "worker", number -> SamplePeerIds.name(PEERS + number), changes, sinceMillis));
  }

  /** One worker more, two, four; then all of the capacity; then a copy less, down to one. */
  @Override
  public List<Remedy> remedies(Thing thing, ChunksState now) {
    List<Remedy> remedies = new ArrayList<>();
    for (String more : List.of("1", "2", "4")) {
      FleetChange workers = new FleetChange(true, "workers", more, null);
      String many = more + (more.equals("1") ? " more worker" : " more workers");
      remedies.add(Remedy.ofFleet("with " + many + " like the first one", workers));
    }
    PlacementPolicy placement = now.policy().placement();
    if (placement.saturation() < 1) {
      remedies.add(Remedy.ofPolicy("with saturation 1", Map.of("saturation", 1)));
    }
    for (int copies = placement.minReplication() - 1; copies >= 1; copies--) {
      remedies.add(
          Remedy.ofPolicy("with minReplication " + copies, Map.of("minReplication", copies)));
    }
    return remedies;
  }
}
