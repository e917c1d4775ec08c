package dev.rota.shards.whatif;

import dev.rota.kernel.domain.FieldRange;
import dev.rota.kernel.domain.FleetChange;
import dev.rota.kernel.domain.FleetModel;
import dev.rota.kernel.domain.Participants;
import dev.rota.kernel.domain.Remedy;
import dev.rota.kernel.domain.WhatIf;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.domain.measures.HistoryGauge;
import dev.rota.kernel.domain.measures.LaneMeasures;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.model.PoolPolicy;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.wire.ShardsWire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Shards: transactions are as recorded, and workers are a model that executes as they did. */
public final class ShardsWhatIf implements WhatIf<ShardsState, ShardsFact> {
  @Override
  public PolicyField policy() {
    return new PolicyField(ShardsWire.POLICIES, List.of(), ShardPolicy.getClassSchema(), false);
  }

  @Override
  public Map<String, Object> present(ShardsState state) {
    return PoolPolicy.FIELDS.told(state.policy());
  }

  @Override
  public Map<String, FieldRange> ranges() {
    return PoolPolicy.FIELDS.ranges(PoolPolicy.DEFAULT);
  }

  @Override
  public List<String> fleet() {
    return List.of("worker:NAME", "workers:N");
  }

  @Override
  public List<String> model() {
    return List.of(
        "Workers are a model. A batch of history takes as long as it took, and ends alike.",
        "Another batch takes the sum of what its transactions took.",
        "A worker comes, lives and goes as recorded. An added one does as the one it is like.");
  }

  @Override
  public HistoryGauge<ShardsFact> gauge(LaneMeasures measures) {
    return new ShardsGauge(measures);
  }

  @Override
  public Participants<ShardsState, ShardsFact> participants(
      String lane, List<FleetChange> changes, long sinceMillis) {
    return new RecordedExecutors(
        lane, new FleetModel("worker", number -> "added-" + number, changes, sinceMillis));
  }

  /** One worker more, then shorter leases, then larger batches. */
  @Override
  public List<Remedy> remedies(Thing thing, ShardsState now) {
    List<Remedy> remedies = new ArrayList<>();
    FleetChange more = new FleetChange(true, "workers", "1", null);
    remedies.add(Remedy.ofFleet("with one more worker, like the first that joined", more));
    long quantum = now.policy().quantum();
    if (quantum > 1) {
      remedies.add(policy("quantumMs", quantum / 2));
    }
    if (quantum > 0) {
      remedies.add(policy("quantumMs", 0L));
    }
    long batch = now.policy().maxBatch();
    long larger = Math.min(2 * batch, Integer.MAX_VALUE);
    if (larger > batch) {
      remedies.add(policy("maxBatch", larger));
    }
    return remedies;
  }

  private static Remedy policy(String field, long value) {
    return Remedy.ofPolicy("with " + field + " " + value, Map.of(field, value));
  }
}
