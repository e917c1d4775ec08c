package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Reason;
import dev.rota.shards.model.PoolFact;
import dev.rota.shards.model.PoolFact.Ended;
import dev.rota.shards.model.PoolFact.EnvironmentRefused;
import dev.rota.shards.model.PoolFact.EnvironmentSet;
import dev.rota.shards.model.PoolFact.PolicyRefused;
import dev.rota.shards.model.PoolFact.PolicySet;
import dev.rota.shards.model.PoolFact.ShardRegistered;
import dev.rota.shards.model.PoolFact.Stood;
import dev.rota.shards.model.PoolFact.TransactionAccepted;
import dev.rota.shards.model.PoolFact.TransactionLost;
import dev.rota.shards.model.PoolFact.TransactionRefused;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardStage;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.WorkerFact.SlotFreed;
import dev.rota.shards.model.WorkerFact.WorkerCame;
import dev.rota.shards.model.WorkerFact.WorkerHeard;
import dev.rota.shards.model.WorkerFact.WorkerLeaves;
import dev.rota.shards.model.WorkerFact.WorkerLeft;
import dev.rota.shards.model.WorkerFact.WorkerRefused;
import java.util.List;

/** What a fact decided about a shard. */
final class AboutShard {
  private AboutShard() {}

  /** Returns null if the fact does not concern it. */
  static Reason of(String name, ShardsState before, List<ShardsFact> step, ShardsFact fact) {
    return switch (fact) {
      case ShardFact f ->
          f.shard().equals(name) ? ShardReasons.of(before, step, f) : lost(name, before, f);
      case SlotFreed f -> f.shard().equals(name) ? WorkerReasons.of(before, f) : null;
      case PoolFact f -> ofPool(name, before, f);
      case WorkerCame _, WorkerHeard _, WorkerLeaves _, WorkerLeft _, WorkerRefused _ -> null;
    };
  }

  /** Another shard is granted while this one waits. */
  private static Reason lost(String name, ShardsState before, ShardFact fact) {
    Shard shard = before.shard(name);
    if (!(fact instanceof LeaseGranted granted)
        || shard == null
        || shard.stage() != ShardStage.PENDING) {
      return null;
    }
    return new Reason(
        "shard "
            + name
            + " goes on waiting at "
            + GrantCandidates.place(before.queue(), shard)
            + ": worker "
            + granted.worker()
            + " gets shard "
            + granted.shard()
            + " at the head",
        "shards S4",
        GrantCandidates.of(before, granted, name));
  }

  private static Reason ofPool(String name, ShardsState before, PoolFact fact) {
    Shard shard = before.shard(name);
    boolean rests = shard == null || shard.stage() == ShardStage.IDLE;
    return switch (fact) {
      case TransactionAccepted f -> f.shard().equals(name) ? PoolReasons.of(before, f) : null;
      case TransactionRefused f -> f.shard().equals(name) ? PoolReasons.of(f) : null;
      case TransactionLost f -> f.shard().equals(name) ? PoolReasons.of(f) : null;
      case ShardRegistered f -> f.shard().equals(name) ? PoolReasons.of(f) : null;
      case PolicySet f -> rests ? null : policy(before, shard, f);
      case Stood f -> rests ? null : PoolReasons.of(before, f);
      case Ended f -> rests ? null : PoolReasons.of(f);
      case EnvironmentSet _, EnvironmentRefused _, PolicyRefused _ -> null;
    };
  }

  private static Reason policy(ShardsState before, Shard shard, PolicySet fact) {
    Long until = fact.policy().newLeaseUntil(before.policy(), fact.atMillis());
    return shard.lease() == null || until == null
        ? null
        : new Reason(
            "leaseTimeoutMs is "
                + fact.policy().lease()
                + " now: the lease of shard "
                + shard.name()
                + " lasts "
                + ShardsPhrases.until(until),
            "shards 12");
  }
}
