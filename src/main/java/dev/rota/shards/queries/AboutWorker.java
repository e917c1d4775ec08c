package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Reason;
import dev.rota.shards.model.PoolFact;
import dev.rota.shards.model.PoolFact.PolicySet;
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
    if (fact instanceof WorkerFact f) {
      return f.worker().equals(name) ? WorkerReasons.of(before, f) : null;
    }
    if (fact instanceof ShardFact f) {
      return name.equals(f.worker()) ? ShardReasons.of(before, step, f) : lost(name, before, f);
    }
    PoolWorker worker = before.worker(name);
    if (worker == null) {
      return null;
    }
    return fact instanceof PolicySet f
        ? policy(before, worker, f)
        : PoolReasons.ofAll(before, (PoolFact) fact);
  }

  /** Another worker gets a shard while this one has a free slot. */
  private static Reason lost(String name, ShardsState before, ShardFact fact) {
    PoolWorker worker = before.worker(name);
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
            + name
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
