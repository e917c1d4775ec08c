package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.engine.Engine;
import dev.rota.shards.model.PoolFact.Ended;
import dev.rota.shards.model.PoolFact.ShardRegistered;
import dev.rota.shards.model.PoolFact.Stood;
import dev.rota.shards.model.PoolFact.TransactionAccepted;
import dev.rota.shards.model.PoolFact.TransactionLost;
import dev.rota.shards.model.PoolFact.TransactionRefused;
import dev.rota.shards.model.ServingState;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.TransactionLoss;

/** What was decided about a transaction, or about the pool as a whole. */
final class PoolReasons {
  private PoolReasons() {}

  static Reason of(ShardsState before, TransactionAccepted fact) {
    Shard shard = before.shard(fact.shard());
    int place = shard == null ? 1 : shard.pool().size() + 1;
    return new Reason(
        "transaction "
            + fact.id()
            + " is accepted as number "
            + fact.seq()
            + " of shard "
            + fact.shard()
            + ", place "
            + place
            + " of its pool"
            + (shard == null ? "; by shards S1 it makes the shard" : "")
            + (fact.remark() == null ? "" : "; " + fact.remark()),
        "shards T1");
  }

  static Reason of(TransactionRefused fact) {
    return new Reason(
        "transaction "
            + fact.id()
            + " of shard "
            + fact.shard()
            + " is refused as "
            + fact.reason()
            + ": "
            + fact.detail(),
        fact.rule());
  }

  static Reason of(TransactionLost fact) {
    return new Reason(
        "transaction "
            + fact.id()
            + " leaves shard "
            + fact.shard()
            + " without a block, "
            + lost(fact.loss())
            + " in cycle "
            + fact.cycle()
            + " of epoch "
            + fact.epoch()
            + ": "
            + (fact.detail() == null ? "the worker does not say why" : fact.detail()),
        fact.loss().rule());
  }

  private static String lost(TransactionLoss loss) {
    return switch (loss) {
      case FAILED -> "it failed";
      case BATCH_FAILED -> "its batch failed";
      case POISON -> "as poison";
    };
  }

  static Reason of(ShardRegistered fact) {
    return fact.quantumMillis() == null
        ? new Reason(
            "shard " + fact.shard() + " is registered with the quantum of the pool", "shards S1")
        : new Reason(
            "shard "
                + fact.shard()
                + " is registered with a quantum of its own, "
                + fact.quantumMillis()
                + " ms",
            "shards Q4");
  }

  static Reason of(Ended fact) {
    return new Reason("the pool has stopped, no lease is left", fact.rule());
  }

  /** Returns what the pool as a whole does from now on, or null if nothing changes. */
  static Reason of(ShardsState before, Stood fact) {
    ServingState next = new ServingState(fact.phase(), fact.terminated(), fact.stopAt());
    if (next.equals(before.standing())) {
      return null;
    }
    return switch (next.phase()) {
      case SERVING -> new Reason("the pool serves its run queue again", "shards D2");
      case DRAINING ->
          new Reason("the pool drains, what is pending is executed first", "shards D5");
      case SHUTDOWN -> shutdown(before.standing(), next, fact.atMillis());
    };
  }

  private static Reason shutdown(ServingState before, ServingState next, long atMillis) {
    if (before.isRevoking(atMillis)) {
      String what = "the time of the shutdown is over, leases that are still out are revoked";
      return new Reason(what, "shards D4");
    }
    return new Reason(
        "the pool shuts down, no shard is granted any more; "
            + (next.stopAt() == Engine.NEVER
                ? "by shards D3 leases run to their own end"
                : "by shards D4 leases are revoked at " + ShardsPhrases.time(next.stopAt())),
        "shards D1");
  }
}
