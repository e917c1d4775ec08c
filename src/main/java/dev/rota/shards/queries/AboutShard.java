package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Reason;
import dev.rota.shards.model.PoolFact;
import dev.rota.shards.model.PoolFact.PolicySet;
import dev.rota.shards.model.PoolFact.ShardRegistered;
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
import java.util.List;

/** What a fact decided about a shard. */
final class AboutShard {
  private AboutShard() {}

  /** Returns null if the fact does not concern it. */
  static Reason of(String name, ShardsState before, List<ShardsFact> step, ShardsFact fact) {
    if (fact instanceof ShardFact f) {
      return f.shard().equals(name) ? ShardReasons.of(before, step, f) : lost(name, before, f);
    }
    if (fact instanceof SlotFreed f) {
      return f.shard().equals(name) ? WorkerReasons.of(before, f) : null;
    }
    return fact instanceof PoolFact f ? ofPool(name, before, f) : null;
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
    if (fact instanceof TransactionAccepted f) {
      return f.shard().equals(name) ? PoolReasons.of(before, f) : null;
    }
    if (fact instanceof TransactionRefused f) {
      return f.shard().equals(name) ? PoolReasons.of(f) : null;
    }
    if (fact instanceof TransactionLost f) {
      return f.shard().equals(name) ? PoolReasons.of(f) : null;
    }
    if (fact instanceof ShardRegistered f) {
      return f.shard().equals(name) ? PoolReasons.of(f) : null;
    }
    Shard shard = before.shard(name);
    if (shard == null || shard.stage() == ShardStage.IDLE) {
      return null;
    }
    return fact instanceof PolicySet f ? policy(before, shard, f) : PoolReasons.ofAll(before, fact);
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
