package dev.rota.shards.monitor;

import static dev.rota.kernel.domain.measures.LaneGauge.sum;

import dev.rota.kernel.domain.measures.AssignmentAccount;
import dev.rota.kernel.domain.measures.DomainMonitor;
import dev.rota.kernel.domain.measures.FactCounter;
import dev.rota.kernel.domain.measures.LaneGauge;
import dev.rota.kernel.domain.measures.QueueVitals;
import dev.rota.shards.model.EndCause;
import dev.rota.shards.model.PoolFact.EnvironmentRefused;
import dev.rota.shards.model.PoolFact.PolicyFault;
import dev.rota.shards.model.PoolFact.PolicyRefused;
import dev.rota.shards.model.PoolFact.TransactionRefused;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact.LeaseEnded;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardFact.ReportRefused;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.WorkerFact.WorkerRefused;
import java.util.List;
import java.util.OptionalLong;

/** Pools: transactions wait in shards, and leases are what is assigned. */
public final class ShardsMonitor implements DomainMonitor<ShardsState, ShardsFact> {
  @Override
  public QueueVitals vitals(ShardsState state) {
    List<Shard> filled =
        state.allShards().stream().filter(shard -> shard.pool().size() > 0).toList();
    List<Shard> leased = state.leased();
    return new QueueVitals(
        filled.stream().mapToLong(shard -> shard.pool().size()).sum(),
        filled.stream()
            .mapToLong(shard -> shard.pool().first().acceptedAt())
            .min()
            .orElse(QueueVitals.NONE),
        leased.size(),
        leased.isEmpty() ? QueueVitals.NONE : leased.get(0).lease().grantedAt());
  }

  @Override
  public OptionalLong capacity(ShardsState state) {
    return OptionalLong.of(state.fleet().all().stream().mapToLong(PoolWorker::slots).sum());
  }

  @Override
  public List<LaneGauge<ShardsState>> gauges() {
    return List.of(
        sum("run_queue", "Shards that wait for a slot.", state -> state.queue().size()),
        sum("workers", "Workers of the pool.", state -> state.fleet().all().size()),
        sum(
            "parked_slots",
            "Slots that wait for a report on an expired lease (shards F7).",
            state ->
                state.fleet().all().stream().mapToLong(worker -> worker.parked().size()).sum()));
  }

  @Override
  public void count(ShardsFact fact, FactCounter to) {
    if (fact instanceof TransactionRefused refused) {
      to.refused(refused.reason());
    } else if (fact instanceof ReportRefused refused) {
      to.refused(refused.reason());
    } else if (fact instanceof WorkerRefused refused) {
      to.refused(refused.reason());
    } else if (fact instanceof PolicyRefused refused) {
      to.refused(refused.reason());
    } else if (fact instanceof EnvironmentRefused) {
      to.refused(PolicyFault.OUT_OF_RANGE); // its number is negative (rule E4)
    } else if (fact instanceof LeaseGranted) {
      to.begun(1);
    } else if (fact instanceof LeaseEnded lease) {
      boolean goesOn = lease.cause() != EndCause.EMPTY && lease.cause() != EndCause.SHUTDOWN;
      to.moved(goesOn ? 1 : 0);
    }
  }

  @Override
  public AssignmentAccount<ShardsState, ShardsFact> assignments() {
    return new ShardsAssignments();
  }
}
