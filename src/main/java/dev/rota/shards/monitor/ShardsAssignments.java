package dev.rota.shards.monitor;

import static dev.rota.kernel.domain.measures.AssignmentSink.NOTED;
import static dev.rota.kernel.domain.measures.AssignmentSink.UNKNOWN;

import dev.rota.kernel.domain.measures.AssignmentAccount;
import dev.rota.kernel.domain.measures.AssignmentEnd;
import dev.rota.kernel.domain.measures.AssignmentEnd.Tone;
import dev.rota.kernel.domain.measures.AssignmentSink;
import dev.rota.kernel.domain.measures.AssignmentSink.ResourceAssignment;
import dev.rota.shards.model.EndCause;
import dev.rota.shards.model.PoolFact;
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
import dev.rota.shards.model.WorkerFact;

/** Workers have shards by leases. A shard waits in the run queue. */
final class ShardsAssignments implements AssignmentAccount<ShardsState, ShardsFact> {
  @Override
  public String resourceKind() {
    return "worker";
  }

  @Override
  public String thingKind() {
    return "shard";
  }

  @Override
  public void tell(ShardsState before, ShardsFact fact, AssignmentSink to) {
    switch (fact) {
      case ShardScheduled queued -> to.waits(queued.shard(), queued.atMillis());
      case ShardPassedOver passed -> to.waitsNoMore(passed.shard());
      case LeaseGranted lease ->
          to.begins(of(lease.worker(), lease.shard(), NOTED), lease.atMillis());
      case LeaseEnded lease ->
          to.ends(lease.worker(), lease.shard(), end(lease.cause()), lease.atMillis());
      case CycleBegun _, Progressed _, ReportAccepted _, ReportRefused _ -> {}
      case BlockMade _, BatchRemoved _ -> {}
      case PoolFact _, WorkerFact _ -> {}
    }
  }

  private static ResourceAssignment of(String worker, String shard, long since) {
    return new ResourceAssignment(worker, shard, null, since);
  }

  private static AssignmentEnd end(EndCause cause) {
    return AssignmentEnd.of(
        cause,
        switch (cause) {
          case EMPTY, QUANTUM, RELEASED -> Tone.DONE;
          case LEAVING, SUPERSEDED, SHUTDOWN -> Tone.MOVED;
          case NO_PROGRESS, WORKER_LOST, LEASE_EXPIRED -> Tone.LOST;
        });
  }

  @Override
  public void stand(ShardsState state, AssignmentSink to) {
    for (Shard shard : state.allShards()) {
      if (shard.queuedAt() > 0) {
        to.waits(shard.name(), shard.queuedAt());
      }
    }
    for (Shard shard : state.leased()) {
      to.begins(of(shard.lease().worker(), shard.name(), UNKNOWN), shard.lease().grantedAt());
    }
  }
}
