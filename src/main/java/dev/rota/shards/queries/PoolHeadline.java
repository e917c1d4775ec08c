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
import dev.rota.shards.model.ShardFact.BatchRemoved;
import dev.rota.shards.model.ShardFact.BlockMade;
import dev.rota.shards.model.ShardFact.CycleBegun;
import dev.rota.shards.model.ShardFact.LeaseEnded;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardFact.Progressed;
import dev.rota.shards.model.ShardFact.ReportAccepted;
import dev.rota.shards.model.ShardFact.ReportRefused;
import dev.rota.shards.model.ShardFact.ShardPassedOver;
import dev.rota.shards.model.ShardFact.ShardScheduled;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.WorkerFact.SlotFreed;
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
    return switch (fact) {
      case LeaseGranted lease ->
          TurnHeadline.filled("shard %s → %s", lease.shard(), lease.worker());
      case CycleBegun cycle ->
          TurnHeadline.filled(
              "shard %s on %s: cycle %s", cycle.shard(), cycle.worker(), cycle.work().cycle());
      case BlockMade block ->
          TurnHeadline.filled(
              "shard %s on %s: block %s", block.shard(), block.worker(), block.number());
      case BatchRemoved batch ->
          TurnHeadline.filled(
              "shard %s, %s: %s",
              batch.shard(),
              PluralText.of(batch.transactions().size(), "transaction"),
              batch.loss());
      case LeaseEnded lease ->
          TurnHeadline.filled(
              "shard %s leaves %s: %s", lease.shard(), lease.worker(), lease.cause());
      case ReportAccepted report ->
          TurnHeadline.filled(
              "%s reports %s: %s", report.worker(), report.shard(), report.reported());
      case ReportRefused report ->
          TurnHeadline.filled(
              "%s reports %s: %s", report.worker(), report.shard(), report.reason());
      case WorkerCame worker ->
          TurnHeadline.filled(
              "%s joins with %s", worker.worker(), PluralText.of(worker.slots(), "slot"));
      case WorkerHeard worker -> worker.worker() + " is heard";
      case WorkerLeaves worker -> worker.worker() + " is leaving";
      case WorkerLeft worker ->
          TurnHeadline.filled("%s left: %s", worker.worker(), worker.farewell());
      case WorkerRefused worker -> TurnHeadline.filled("%s: %s", worker.worker(), worker.reason());
      case TransactionAccepted one ->
          TurnHeadline.filled("transaction %s of shard %s: ACCEPTED", one.id(), one.shard());
      case TransactionRefused one ->
          TurnHeadline.filled(
              "transaction %s of shard %s: %s", one.id(), one.shard(), one.reason());
      case TransactionLost one ->
          TurnHeadline.filled("transaction %s of shard %s: %s", one.id(), one.shard(), one.loss());
      case ShardRegistered shard -> TurnHeadline.filled("shard %s is registered", shard.shard());
      case Stood pool -> "the pool is " + pool.phase();
      case Ended pool -> "the pool has ended: " + pool.phase();
      case EnvironmentSet environment ->
          TurnHeadline.filled("environment %s: SET", environment.version());
      case EnvironmentRefused environment ->
          TurnHeadline.filled("environment %s: REFUSED", environment.number());
      case PolicySet _ -> "policy: SET";
      case PolicyRefused policy -> "policy: " + policy.reason();
      case ShardScheduled _, ShardPassedOver _, Progressed _, SlotFreed _ -> null;
    };
  }
}
