package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Reason;
import dev.rota.shards.model.CycleWork;
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
import dev.rota.shards.model.ShardFact.Reported;
import dev.rota.shards.model.ShardFact.ShardPassedOver;
import dev.rota.shards.model.ShardFact.ShardScheduled;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.TransactionLoss;
import java.util.List;

/** What was decided about a shard, whoever asks. */
final class ShardReasons {
  private ShardReasons() {}

  /**
   * Says what the fact decided.
   *
   * @param step all facts of the step, which read the same state
   */
  static Reason of(ShardsState before, List<ShardsFact> step, ShardFact fact) {
    return switch (fact) {
      case LeaseGranted f ->
          new Reason(
              "worker " + f.worker() + " gets shard " + f.shard() + ": " + work(before, f.work()),
              "shards F1",
              GrantCandidates.of(before, f, f.shard()));
      case CycleBegun f -> {
        String what = "worker " + f.worker() + " goes on with shard " + f.shard() + ": ";
        String left = ", " + f.work().quantumLeft() + " ms of its quantum are left";
        yield new Reason(what + work(before, f.work()) + left, "shards L3");
      }
      case ShardScheduled f -> scheduled(before, step, f);
      case ShardPassedOver f -> {
        String why = " is at the head with nothing pending: it becomes idle without a lease";
        yield new Reason("shard " + f.shard() + why, "shards L4");
      }
      case LeaseEnded f -> EndReasons.of(before, step, f);
      case BatchRemoved f -> removed(f);
      case Progressed f -> progressed(before, f);
      case ReportAccepted f -> {
        String cycle = ShardsPhrases.cycle(f.shard(), f.epoch(), f.cycle());
        yield new Reason(
            "worker " + f.worker() + " " + said(f.reported()) + " " + cycle, f.reported().rule());
      }
      case BlockMade f -> block(before, f);
      case ReportRefused f ->
          new Reason(
              "a report of worker "
                  + f.worker()
                  + " on "
                  + ShardsPhrases.cycle(f.shard(), f.epoch(), f.cycle())
                  + " is refused as "
                  + f.reason()
                  + ": "
                  + f.detail(),
              f.reason().rule());
    };
  }

  private static String work(ShardsState before, CycleWork work) {
    return "epoch "
        + work.epoch()
        + ", cycle "
        + work.cycle()
        + " "
        + ShardsPhrases.batch(work.count(), before.shard(work.shard()).pool().size());
  }

  /** P1 follows the end of a lease; all else is S3. */
  private static Reason scheduled(ShardsState before, List<ShardsFact> step, ShardScheduled fact) {
    int place = before.queue().size() + 1;
    boolean returns = false;
    for (ShardsFact one : step.subList(0, step.indexOf(fact))) {
      place += one instanceof ShardScheduled ? 1 : 0;
      returns |= one instanceof LeaseEnded end && end.shard().equals(fact.shard());
    }
    String what = "shard " + fact.shard() + (returns ? " goes back" : " goes") + " to the tail";
    return new Reason(
        what + " of the run queue, place " + place, returns ? "shards P1" : "shards S3");
  }

  private static Reason removed(BatchRemoved fact) {
    String why =
        fact.loss() == TransactionLoss.POISON
            ? "alone, it lost its lease too"
            : "it failed: " + fact.error();
    return new Reason(
        ShardsPhrases.count(fact.transactions().size(), ShardsPhrases.TRANSACTION)
            + " of "
            + ShardsPhrases.cycle(fact.shard(), fact.epoch(), fact.cycle())
            + (fact.transactions().size() == 1 ? " leaves" : " leave")
            + " the pool without a block; "
            + why,
        fact.loss().rule());
  }

  private static Reason progressed(ShardsState before, Progressed fact) {
    boolean starts = fact.started() && !before.shard(fact.shard()).lease().started();
    return new Reason(
        "a report of worker "
            + fact.worker()
            + " on shard "
            + fact.shard()
            + " counts: its lease lasts "
            + ShardsPhrases.until(fact.leaseUntil())
            + ", its session "
            + ShardsPhrases.until(fact.sessionUntil())
            + (starts ? "; by shards Q3 the quantum begins" : ""),
        "shards F2");
  }

  private static String said(Reported reported) {
    return switch (reported) {
      case STARTED -> "started";
      case NOTHING_EXECUTED -> "executed nothing in";
      case FAILED -> "failed in";
      case RELEASED -> "gave back";
    };
  }

  private static Reason block(ShardsState before, BlockMade fact) {
    Shard shard = before.shard(fact.shard());
    int executed = fact.included().size() + fact.failed().size();
    int left = shard.lease().count() - executed;
    return new Reason(
        "worker "
            + fact.worker()
            + " made block "
            + fact.number()
            + " of "
            + ShardsPhrases.count(fact.included().size(), ShardsPhrases.TRANSACTION)
            + " in "
            + ShardsPhrases.cycle(fact.shard(), fact.epoch(), fact.cycle())
            + (fact.failed().isEmpty() ? "" : ", " + fact.failed().size() + " failed")
            + (left == 0
                ? ""
                : "; by shards X3 the rest of the batch, " + left + ", stays pending"),
        "shards L5");
  }
}
