package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Reason;
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
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.ShardFact;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.WorkerFact;
import java.util.List;

/** What a fact decided about a worker. */
final class AboutWorker {
  private AboutWorker() {}

  /** Returns null if the fact does not concern it. */
  static Reason of(String name, ShardsState before, List<ShardsFact> step, ShardsFact fact) {
    PoolWorker worker = before.worker(name);
    return switch (fact) {
      case WorkerFact f -> f.worker().equals(name) ? WorkerReasons.of(before, f) : null;
      case ShardFact f ->
          name.equals(f.worker()) ? ShardReasons.of(before, step, f) : lost(worker, before, f);
      case PolicySet f -> worker == null ? null : policy(before, worker, f);
      case Stood f -> worker == null ? null : PoolReasons.of(before, f);
      case Ended f -> worker == null ? null : PoolReasons.of(f);
      case TransactionAccepted _, TransactionRefused _, TransactionLost _ -> null;
      case ShardRegistered _, EnvironmentSet _, EnvironmentRefused _, PolicyRefused _ -> null;
    };
  }

  /** Another worker gets a shard while this one has a free slot. */
  private static Reason lost(PoolWorker worker, ShardsState before, ShardFact fact) {
    if (!(fact instanceof LeaseGranted granted) || worker == null || !worker.hasFreeSlot()) {
      return null;
    }
    var loser = SlotCandidates.lost(before, granted, worker);
    return new Reason(
        "worker "
            + granted.worker()
            + " gets shard "
            + granted.shard()
            + ": worker "
            + worker.name()
            + " "
            + loser.why(),
        loser.rule(),
        GrantCandidates.of(before, granted, null));
  }

  private static Reason policy(ShardsState before, PoolWorker worker, PolicySet fact) {
    Long until = fact.policy().newSessionUntil(before.policy(), fact.atMillis());
    return until == null
        ? null
        : new Reason(
            "sessionTimeoutMs is "
                + fact.policy().session()
                + " now: the session of worker "
                + worker.name()
                + " lasts "
                + ShardsPhrases.until(until),
            "shards 12");
  }
}
