package dev.rota.shards.queries;

import dev.rota.kernel.domain.PluralText;
import dev.rota.kernel.domain.TurnHeadline;
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
import dev.rota.shards.model.ShardFact;
import dev.rota.shards.model.ShardFact.BatchRemoved;
import dev.rota.shards.model.ShardFact.BlockMade;
import dev.rota.shards.model.ShardFact.CycleBegun;
import dev.rota.shards.model.ShardFact.LeaseEnded;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardFact.ReportAccepted;
import dev.rota.shards.model.ShardFact.ReportRefused;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.WorkerFact;
import dev.rota.shards.model.WorkerFact.WorkerCame;
import dev.rota.shards.model.WorkerFact.WorkerHeard;
import dev.rota.shards.model.WorkerFact.WorkerLeaves;
import dev.rota.shards.model.WorkerFact.WorkerLeft;
import dev.rota.shards.model.WorkerFact.WorkerRefused;
import java.util.List;

/** What a turn of a pool was about, in a few words. Upper case is what outcomes say. */
final class PoolHeadline {
  private PoolHeadline() {}

  static String of(List<ShardsFact> facts) {
    return TurnHeadline.of(facts, PoolHeadline::part);
  }

  private static String part(ShardsFact fact) {
    if (fact instanceof ShardFact shard) {
      return shard(shard);
    }
    return fact instanceof WorkerFact worker ? worker(worker) : pool(fact);
  }

  private static String shard(ShardFact fact) {
    if (fact instanceof LeaseGranted lease) {
      return "shard %s → %s".formatted(lease.shard(), lease.worker());
    }
    if (fact instanceof CycleBegun cycle) {
      return "shard %s on %s: cycle %d"
          .formatted(cycle.shard(), cycle.worker(), cycle.work().cycle());
    }
    if (fact instanceof BlockMade block) {
      return "shard %s on %s: block %d".formatted(block.shard(), block.worker(), block.number());
    }
    if (fact instanceof BatchRemoved batch) {
      return "shard %s, %s: %s"
          .formatted(
              batch.shard(),
              PluralText.of(batch.transactions().size(), "transaction"),
              batch.loss());
    }
    if (fact instanceof LeaseEnded lease) {
      return "shard %s leaves %s: %s".formatted(lease.shard(), lease.worker(), lease.cause());
    }
    if (fact instanceof ReportAccepted report) {
      return "%s reports %s: %s".formatted(report.worker(), report.shard(), report.reported());
    }
    return fact instanceof ReportRefused report
        ? "%s reports %s: %s".formatted(report.worker(), report.shard(), report.reason())
        : null;
  }

  private static String worker(WorkerFact fact) {
    if (fact instanceof WorkerCame worker) {
      return "%s joins with %s".formatted(worker.worker(), PluralText.of(worker.slots(), "slot"));
    }
    if (fact instanceof WorkerHeard worker) {
      return worker.worker() + " is heard";
    }
    if (fact instanceof WorkerLeaves worker) {
      return worker.worker() + " is leaving";
    }
    if (fact instanceof WorkerLeft worker) {
      return "%s left: %s".formatted(worker.worker(), worker.farewell());
    }
    return fact instanceof WorkerRefused worker
        ? "%s: %s".formatted(worker.worker(), worker.reason())
        : null;
  }

  private static String pool(ShardsFact fact) {
    if (fact instanceof TransactionAccepted one) {
      return "transaction %s of shard %s: ACCEPTED".formatted(one.id(), one.shard());
    }
    if (fact instanceof TransactionRefused one) {
      return "transaction %s of shard %s: %s".formatted(one.id(), one.shard(), one.reason());
    }
    if (fact instanceof TransactionLost one) {
      return "transaction %s of shard %s: %s".formatted(one.id(), one.shard(), one.loss());
    }
    if (fact instanceof ShardRegistered shard) {
      return "shard %s is registered".formatted(shard.shard());
    }
    if (fact instanceof Stood pool) {
      return "the pool is " + pool.phase();
    }
    if (fact instanceof Ended pool) {
      return "the pool has ended: " + pool.phase();
    }
    if (fact instanceof EnvironmentSet environment) {
      return "environment %d: SET".formatted(environment.version());
    }
    if (fact instanceof EnvironmentRefused environment) {
      return "environment %d: REFUSED".formatted(environment.number());
    }
    if (fact instanceof PolicySet) {
      return "policy: SET";
    }
    return fact instanceof PolicyRefused policy ? "policy: " + policy.reason() : null;
  }
}
