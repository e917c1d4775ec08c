package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Reason;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact.LeaseEnded;
import dev.rota.shards.model.ShardFact.ShardScheduled;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsState;
import java.util.List;

/** Why a lease ended. */
final class EndReasons {
  private EndReasons() {}

  static Reason of(ShardsState before, List<ShardsFact> step, LeaseEnded fact) {
    Shard shard = before.shard(fact.shard());
    boolean isLost = fact.attempts() > shard.attempts();
    boolean rests =
        step.stream()
            .noneMatch(one -> one instanceof ShardScheduled f && f.shard().equals(fact.shard()));
    return new Reason(
        "the lease of worker "
            + fact.worker()
            + " on shard "
            + fact.shard()
            + " ends after cycle "
            + fact.cycle()
            + " of epoch "
            + fact.epoch()
            + ": "
            + why(before, shard, fact)
            + (isLost ? LeasePhrases.lost(fact.attempts(), fact.suspects(), before.policy()) : "")
            + (rests ? "; nothing is pending, so by shards P2 it rests" : ""),
        fact.cause().rule());
  }

  private static String why(ShardsState before, Shard shard, LeaseEnded fact) {
    long lasted = fact.atMillis() - shard.lease().since();
    return switch (fact.cause()) {
      case EMPTY -> "its pool is empty";
      case QUANTUM ->
          "it lasted "
              + lasted
              + " ms, and its quantum is "
              + shard.quantum(before.policy())
              + " ms";
      case LEAVING -> "the worker leaves";
      case RELEASED -> "the worker gave it back";
      case NO_PROGRESS -> "nothing was executed";
      case WORKER_LOST -> "the worker's session ended";
      case SUPERSEDED -> "a higher incarnation of the worker joins";
      case LEASE_EXPIRED -> "nothing was heard of it for " + before.policy().lease() + " ms";
      case SHUTDOWN -> "the time of the shutdown is over";
    };
  }
}
