package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Reason;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.SessionEnd;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.WorkerFact;
import dev.rota.shards.model.WorkerFact.SlotFreed;
import dev.rota.shards.model.WorkerFact.WorkerCame;
import dev.rota.shards.model.WorkerFact.WorkerHeard;
import dev.rota.shards.model.WorkerFact.WorkerLeaves;
import dev.rota.shards.model.WorkerFact.WorkerLeft;
import dev.rota.shards.model.WorkerFact.WorkerRefused;

/** What was decided about a worker, whoever asks. */
final class WorkerReasons {
  private WorkerReasons() {}

  /** Returns null for a heartbeat without an outcome: there is one each second. */
  static Reason of(ShardsState before, WorkerFact fact) {
    return switch (fact) {
      case WorkerCame f -> {
        String what =
            " joins with "
                + ShardsPhrases.count(f.slots(), "slot")
                + " as incarnation "
                + f.incarnation();
        yield lives(f.worker(), what, f.expiresAt(), "shards W1");
      }
      case WorkerHeard f ->
          f.told() ? lives(f.worker(), " lives", f.expiresAt(), "shards F6") : null;
      case WorkerLeaves f -> {
        int leases = before.worker(f.worker()).leases().size();
        String left = ShardsPhrases.count(leases, "lease") + " left";
        String what = " leaves and gets nothing new, it has " + left;
        yield lives(f.worker(), what, f.expiresAt(), "shards W4");
      }
      case WorkerLeft f -> left(before.worker(f.worker()), f.farewell());
      case SlotFreed f ->
          new Reason(
              "a slot of worker "
                  + f.worker()
                  + " is free again: it was parked for a report on epoch "
                  + f.epoch()
                  + " of shard "
                  + f.shard(),
              "shards F7");
      case WorkerRefused f ->
          new Reason(
              "worker " + f.worker() + " is refused as " + f.reason() + ": " + f.detail(),
              f.rule());
    };
  }

  private static Reason lives(String worker, String what, long expiresAt, String rule) {
    return new Reason(
        "worker " + worker + what + "; its session lasts " + ShardsPhrases.until(expiresAt), rule);
  }

  private static Reason left(PoolWorker worker, SessionEnd farewell) {
    String why =
        switch (farewell) {
          case SESSION -> "it was silent until its session ended";
          case SUPERSEDED -> "a higher incarnation joins";
          case LEFT -> "it left, and holds no lease any more";
        };
    int leases = worker.leases().size();
    return new Reason(
        "worker "
            + worker.name()
            + " of incarnation "
            + worker.incarnation()
            + " is gone: "
            + why
            + (leases == 0 ? "" : "; " + ShardsPhrases.count(leases, "lease") + " lost with it"),
        farewell.rule());
  }
}
