package dev.rota.shards.monitor;

import static dev.rota.kernel.domain.measures.AssignmentSink.NOTED;
import static dev.rota.kernel.domain.measures.AssignmentSink.UNKNOWN;

import dev.rota.kernel.domain.measures.AssignmentAccount;
import dev.rota.kernel.domain.measures.AssignmentEnd;
import dev.rota.kernel.domain.measures.AssignmentEnd.Tone;
import dev.rota.kernel.domain.measures.AssignmentSink;
import dev.rota.kernel.domain.measures.AssignmentSink.ResourceAssignment;
import dev.rota.shards.model.EndCause;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact.LeaseEnded;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardFact.ShardPassedOver;
import dev.rota.shards.model.ShardFact.ShardScheduled;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsState;

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
    if (fact instanceof ShardScheduled queued) {
      to.waits(queued.shard(), queued.atMillis());
    } else if (fact instanceof ShardPassedOver passed) {
      to.waitsNoMore(passed.shard());
    } else if (fact instanceof LeaseGranted lease) {
      to.begins(of(lease.worker(), lease.shard(), NOTED), lease.atMillis());
    } else if (fact instanceof LeaseEnded lease) {
      to.ends(lease.worker(), lease.shard(), end(lease.cause()), lease.atMillis());
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
