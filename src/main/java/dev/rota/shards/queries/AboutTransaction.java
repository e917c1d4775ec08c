package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Reason;
import dev.rota.shards.model.CycleWork;
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
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact;
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
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.WorkerFact;
import java.util.List;

/** What a fact decided about a transaction. */
final class AboutTransaction {
  /** A decision tells so many transactions. A batch may have a thousand. */
  private static final int TOLD_MAX = 10;

  private AboutTransaction() {}

  /** Returns null if the fact does not concern it. */
  static Reason of(
      SoughtTransaction sought, ShardsState before, List<ShardsFact> step, ShardsFact fact) {
    return switch (fact) {
      case TransactionAccepted f -> sought.is(f.shard(), f.id()) ? PoolReasons.of(before, f) : null;
      case TransactionRefused f -> sought.is(f.shard(), f.id()) ? PoolReasons.of(f) : null;
      case TransactionLost f -> sought.is(f.shard(), f.id()) ? PoolReasons.of(f) : null;
      case BlockMade f -> block(sought, before, step, f);
      case BatchRemoved f ->
          sought.among(f.shard(), f.transactions()) == null
              ? null
              : ShardReasons.of(before, step, f);
      case LeaseGranted f -> work(sought, before, step, f, f.work());
      case CycleBegun f -> work(sought, before, step, f, f.work());
      case LeaseEnded f -> pending(sought, before, step, f);
      case ShardScheduled f -> pending(sought, before, step, f);
      case ReportAccepted f -> pending(sought, before, step, f);
      case ShardPassedOver _, Progressed _, ReportRefused _ -> null;
      case ShardRegistered _, Stood _, Ended _ -> null;
      case EnvironmentSet _, EnvironmentRefused _, PolicySet _, PolicyRefused _ -> null;
      case WorkerFact _ -> null;
    };
  }

  /** It is in the block, has failed, or was not reached. */
  private static Reason block(
      SoughtTransaction sought, ShardsState before, List<ShardsFact> step, BlockMade fact) {
    Reason made = ShardReasons.of(before, step, fact);
    String id = sought.among(fact.shard(), fact.included());
    if (id != null) {
      return new Reason("transaction " + id + " is in the block: " + made.what(), made.rule());
    }
    id = sought.among(fact.shard(), fact.failed());
    if (id != null) {
      return new Reason("transaction " + id + " is not in the block: " + made.what(), "shards X1");
    }
    Shard shard = before.shard(fact.shard());
    id = sought.in(shard);
    return id == null || !shard.executes(id)
        ? null
        : new Reason("transaction " + id + " was not reached: " + made.what(), "shards X3");
  }

  private static Reason work(
      SoughtTransaction sought,
      ShardsState before,
      List<ShardsFact> step,
      ShardFact fact,
      CycleWork work) {
    Shard shard = before.shard(work.shard());
    String id = sought.in(shard);
    if (id == null) {
      return null;
    }
    int place = shard.pool().place(id);
    Reason begun = ShardReasons.of(before, step, fact);
    if (place <= work.count()) {
      return new Reason(
          "transaction " + id + " is number " + place + " of the batch: " + begun.what(),
          "shards L2",
          begun.candidates());
    }
    Reason full = BatchContents.full(shard.limit(before.policy(), work.count()));
    return new Reason(
        "transaction "
            + id
            + " stays behind at "
            + BatchContents.place(shard, place)
            + " as "
            + full.what()
            + ": "
            + begun.what(),
        full.rule(),
        BatchContents.upTo(shard, id, work.count(), true, full, TOLD_MAX));
  }

  /** Something happens to its shard while it is pending there. */
  private static Reason pending(
      SoughtTransaction sought, ShardsState before, List<ShardsFact> step, ShardFact fact) {
    Shard shard = before.shard(fact.shard());
    String id = sought.in(shard);
    if (id == null || isRemoved(id, step.subList(0, step.indexOf(fact)))) {
      return null;
    }
    if (fact instanceof ReportAccepted && !shard.executes(id)) {
      return null;
    }
    int place = shard.pool().place(id);
    Reason told = ShardReasons.of(before, step, fact);
    return new Reason(
        "transaction "
            + id
            + " is pending at "
            + BatchContents.place(shard, place)
            + ": "
            + told.what(),
        told.rule());
  }

  private static boolean isRemoved(String id, List<ShardsFact> decided) {
    return decided.stream()
        .anyMatch(one -> one instanceof BatchRemoved f && f.transactions().contains(id));
  }
}
