package dev.rota.shards.queries;

import dev.rota.domain.Why.Reason;
import dev.rota.shards.model.PoolFact;
import dev.rota.shards.model.PoolFact.PolicySet;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.Times;
import dev.rota.shards.model.Worker;
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
    Worker worker = before.worker(name);
    if (worker == null) {
      return null;
    }
    return fact instanceof PolicySet f
        ? policy(before, worker, f)
        : PoolReasons.ofAll(before, (PoolFact) fact);
  }

  /** Another worker gets a shard while this one has a free slot. */
  private static Reason lost(String name, ShardsState before, ShardFact fact) {
    Worker worker = before.worker(name);
    if (!(fact instanceof LeaseGranted granted) || worker == null || worker.waiting().isEmpty()) {
      return null;
    }
    Shard head = before.shard(granted.shard());
    var loser = Slots.lost(before, head, granted.worker(), worker);
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
        Grants.of(before, granted, null));
  }

  private static Reason policy(ShardsState before, Worker worker, PolicySet fact) {
    long limit = fact.policy().session();
    if (limit == before.policy().session()) {
      return null;
    }
    return new Reason(
        "sessionTimeoutMs is "
            + limit
            + " now: the session of worker "
            + worker.name()
            + " lasts "
            + Words.until(Times.limit(fact.atMillis(), limit)),
        "shards 12");
  }
}
