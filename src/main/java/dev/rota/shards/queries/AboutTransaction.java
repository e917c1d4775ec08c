package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Reason;
import dev.rota.shards.model.CycleWork;
import dev.rota.shards.model.PoolFact;
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
import dev.rota.shards.model.ShardFact.ReportAccepted;
import dev.rota.shards.model.ShardFact.ShardScheduled;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsState;
import java.util.List;

/** What a fact decided about a transaction. */
final class AboutTransaction {
  /** A decision tells so many transactions. A batch may have a thousand. */
  private static final int TOLD_MAX = 10;

  private AboutTransaction() {}

  /** Returns null if the fact does not concern it. */
  static Reason of(
      SoughtTransaction sought, ShardsState before, List<ShardsFact> step, ShardsFact fact) {
    if (fact instanceof PoolFact f) {
      return ofPool(sought, before, f);
    }
    if (fact instanceof BlockMade f) {
      return block(sought, before, step, f);
    }
    if (fact instanceof BatchRemoved f) {
      return sought.among(f.shard(), f.transactions()) == null
          ? null
          : ShardReasons.of(before, step, f);
    }
    if (fact instanceof LeaseGranted || fact instanceof CycleBegun) {
      return work(sought, before, step, (ShardFact) fact);
    }
    boolean concerns =
        fact instanceof LeaseEnded
            || fact instanceof ShardScheduled
            || fact instanceof ReportAccepted;
    return concerns ? pending(sought, before, step, (ShardFact) fact) : null;
  }

  private static Reason ofPool(SoughtTransaction sought, ShardsState before, PoolFact fact) {
    if (fact instanceof TransactionAccepted f) {
      return sought.is(f.shard(), f.id()) ? PoolReasons.of(before, f) : null;
    }
    if (fact instanceof TransactionRefused f) {
      return sought.is(f.shard(), f.id()) ? PoolReasons.of(f) : null;
    }
    return fact instanceof TransactionLost f && sought.is(f.shard(), f.id())
        ? PoolReasons.of(f)
        : null;
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
      SoughtTransaction sought, ShardsState before, List<ShardsFact> step, ShardFact fact) {
    CycleWork work = fact instanceof LeaseGranted f ? f.work() : ((CycleBegun) fact).work();
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
