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
      return TurnHeadline.filled("shard %s → %s", lease.shard(), lease.worker());
    }
    if (fact instanceof CycleBegun cycle) {
      return TurnHeadline.filled(
          "shard %s on %s: cycle %s", cycle.shard(), cycle.worker(), cycle.work().cycle());
    }
    if (fact instanceof BlockMade block) {
      return TurnHeadline.filled(
          "shard %s on %s: block %s", block.shard(), block.worker(), block.number());
    }
    if (fact instanceof BatchRemoved batch) {
      return TurnHeadline.filled(
          "shard %s, %s: %s",
          batch.shard(), PluralText.of(batch.transactions().size(), "transaction"), batch.loss());
    }
    if (fact instanceof LeaseEnded lease) {
      return TurnHeadline.filled(
          "shard %s leaves %s: %s", lease.shard(), lease.worker(), lease.cause());
    }
    if (fact instanceof ReportAccepted report) {
      return TurnHeadline.filled(
          "%s reports %s: %s", report.worker(), report.shard(), report.reported());
    }
    return fact instanceof ReportRefused report
        ? TurnHeadline.filled("%s reports %s: %s", report.worker(), report.shard(), report.reason())
        : null;
  }

  private static String worker(WorkerFact fact) {
    if (fact instanceof WorkerCame worker) {
      return TurnHeadline.filled(
          "%s joins with %s", worker.worker(), PluralText.of(worker.slots(), "slot"));
    }
    if (fact instanceof WorkerHeard worker) {
      return worker.worker() + " is heard";
    }
    if (fact instanceof WorkerLeaves worker) {
      return worker.worker() + " is leaving";
    }
    if (fact instanceof WorkerLeft worker) {
      return TurnHeadline.filled("%s left: %s", worker.worker(), worker.farewell());
    }
    return fact instanceof WorkerRefused worker
        ? TurnHeadline.filled("%s: %s", worker.worker(), worker.reason())
        : null;
  }

  private static String pool(ShardsFact fact) {
    if (fact instanceof TransactionAccepted one) {
      return TurnHeadline.filled("transaction %s of shard %s: ACCEPTED", one.id(), one.shard());
    }
    if (fact instanceof TransactionRefused one) {
      return TurnHeadline.filled(
          "transaction %s of shard %s: %s", one.id(), one.shard(), one.reason());
    }
    if (fact instanceof TransactionLost one) {
      return TurnHeadline.filled(
          "transaction %s of shard %s: %s", one.id(), one.shard(), one.loss());
    }
    if (fact instanceof ShardRegistered shard) {
      return TurnHeadline.filled("shard %s is registered", shard.shard());
    }
    if (fact instanceof Stood pool) {
      return "the pool is " + pool.phase();
    }
    if (fact instanceof Ended pool) {
      return "the pool has ended: " + pool.phase();
    }
    if (fact instanceof EnvironmentSet environment) {
      return TurnHeadline.filled("environment %s: SET", environment.version());
    }
    if (fact instanceof EnvironmentRefused environment) {
      return TurnHeadline.filled("environment %s: REFUSED", environment.number());
    }
    if (fact instanceof PolicySet) {
      return "policy: SET";
    }
    return fact instanceof PolicyRefused policy ? "policy: " + policy.reason() : null;
  }
}
