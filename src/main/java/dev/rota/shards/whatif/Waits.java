package dev.rota.shards.whatif;

import dev.rota.domain.WhatIf.Effect;
import dev.rota.shards.model.PoolFact.TransactionAccepted;
import dev.rota.shards.model.PoolFact.TransactionLost;
import dev.rota.shards.model.ShardFact.CycleBegun;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardFact.ShardScheduled;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.Work;

/** What facts do to shards and transactions. */
final class Waits {
  private Waits() {}

  static Effect ofShard(String shard, ShardsFact fact) {
    if (fact instanceof ShardScheduled one && one.shard().equals(shard)) {
      return Effect.WAITS;
    }
    boolean leased = fact instanceof LeaseGranted lease && lease.shard().equals(shard);
    return leased ? Effect.PLACED : Effect.NONE;
  }

  /** The id is that of a transaction, or its shard's, a slash and that. */
  static Effect ofTransaction(String id, ShardsFact fact) {
    if (fact instanceof TransactionAccepted one && isOf(id, one.shard(), one.id())) {
      return Effect.WAITS;
    }
    if (fact instanceof TransactionLost one && isOf(id, one.shard(), one.id())) {
      return Effect.PLACED;
    }
    Work work =
        fact instanceof LeaseGranted lease
            ? lease.work()
            : fact instanceof CycleBegun cycle ? cycle.work() : null;
    boolean taken =
        work != null
            && work.transactions().stream().anyMatch(item -> isOf(id, work.shard(), item.id()));
    return taken ? Effect.PLACED : Effect.NONE;
  }

  private static boolean isOf(String said, String shard, String id) {
    return said.equals(id) || said.equals(shard + "/" + id);
  }
}
