package dev.rota.shards.monitor;

import static dev.rota.kernel.domain.measures.LaneGauge.sum;

import dev.rota.kernel.domain.measures.AssignmentAccount;
import dev.rota.kernel.domain.measures.DomainMonitor;
import dev.rota.kernel.domain.measures.FactCounter;
import dev.rota.kernel.domain.measures.LaneGauge;
import dev.rota.kernel.domain.measures.QueueVitals;
import dev.rota.shards.model.EndCause;
import dev.rota.shards.model.PoolFact.Ended;
import dev.rota.shards.model.PoolFact.EnvironmentRefused;
import dev.rota.shards.model.PoolFact.EnvironmentSet;
import dev.rota.shards.model.PoolFact.PolicyFault;
import dev.rota.shards.model.PoolFact.PolicyRefused;
import dev.rota.shards.model.PoolFact.PolicySet;
import dev.rota.shards.model.PoolFact.ShardRegistered;
import dev.rota.shards.model.PoolFact.Stood;
import dev.rota.shards.model.PoolFact.TransactionAccepted;
import dev.rota.shards.model.PoolFact.TransactionLost;
import dev.rota.shards.model.PoolFact.TransactionRefused;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact.BatchRemoved;
import dev.rota.shards.model.ShardFact.BlockMade;
import dev.rota.shards.model.ShardFact.CycleBegun;
import dev.rota.shards.model.ShardFact.LeaseEnded;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardFact.Progressed;
import dev.rota.shards.model.ShardFact.ReportAccepted;
import dev.rota.shards.model.ShardFact.ReportRefused;
import dev.rota.shards.model.ShardFact.ShardPassedOver;
import dev.rota.shards.model.ShardFact.ShardScheduled;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.WorkerFact.SlotFreed;
import dev.rota.shards.model.WorkerFact.WorkerCame;
import dev.rota.shards.model.WorkerFact.WorkerHeard;
import dev.rota.shards.model.WorkerFact.WorkerLeaves;
import dev.rota.shards.model.WorkerFact.WorkerLeft;
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
    switch (fact) {
      case TransactionRefused refused -> to.refused(refused.reason());
      case ReportRefused refused -> to.refused(refused.reason());
      case WorkerRefused refused -> to.refused(refused.reason());
      case PolicyRefused refused -> to.refused(refused.reason());
      case EnvironmentRefused _ ->
          to.refused(PolicyFault.OUT_OF_RANGE); // its number is negative (rule E4)
      case LeaseGranted _ -> to.begun(1);
      case LeaseEnded lease -> {
        boolean goesOn = lease.cause() != EndCause.EMPTY && lease.cause() != EndCause.SHUTDOWN;
        to.moved(goesOn ? 1 : 0);
      }
      case TransactionAccepted _, TransactionLost _, ShardRegistered _ -> {}
      case EnvironmentSet _, PolicySet _, Stood _, Ended _ -> {}
      case ShardScheduled _, ShardPassedOver _, CycleBegun _, BatchRemoved _ -> {}
      case Progressed _, ReportAccepted _, BlockMade _ -> {}
      case WorkerCame _, WorkerHeard _, WorkerLeaves _, WorkerLeft _, SlotFreed _ -> {}
    }
  }

  @Override
  public AssignmentAccount<ShardsState, ShardsFact> assignments() {
    return new ShardsAssignments();
  }
}
