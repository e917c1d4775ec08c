package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.shards.model.PoolPolicy;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.rules.DispatchRoutine;
import dev.rota.shards.rules.RunQueueBarrier;
import dev.rota.shards.rules.WorkerBarrier;
import java.util.ArrayList;
import java.util.List;

/** Workers as candidates for a shard. */
final class SlotCandidates {
  private SlotCandidates() {}

  /** The worker that gets the shard at the head. */
  static Candidate chosen(ShardsState before, LeaseGranted granted) {
    return DispatchRoutine.returns(before, before.shard(granted.shard()))
        ? new Candidate(
            ShardsPhrases.worker(granted.worker()),
            true,
            "is the last worker of shard " + granted.shard() + ", and has a free slot",
            "shards W3")
        : new Candidate(
            ShardsPhrases.worker(granted.worker()),
            true,
            "its slot has been free longest",
            "shards W2");
  }

  /** A worker that does not get the shard at the head. */
  static Candidate lost(ShardsState before, LeaseGranted granted, PoolWorker worker) {
    WorkerBarrier barrier = DispatchRoutine.workerBarrier(before, worker);
    String why =
        switch (barrier) {
          case NOT_THE_LAST ->
              "has a free slot, but shard "
                  + granted.shard()
                  + " goes to its last worker "
                  + granted.worker();
          case FREE_LATER ->
              "has a free slot, but that of worker " + granted.worker() + " has been free longer";
          case LEAVING, BUSY, PARKED, NOTHING_GRANTED -> taken(worker, barrier, before.policy());
        };
    return new Candidate(ShardsPhrases.worker(worker.name()), false, why, barrier.rule());
  }

  /** A worker that takes no shard between two turns. */
  static Candidate now(ShardsState state, PoolWorker worker, long atMillis) {
    if (worker.isSilent(atMillis)) {
      String why = LeasePhrases.overdue("it is silent, and its session ended", worker.expiresAt());
      return new Candidate(ShardsPhrases.worker(worker.name()), false, why, "shards F4");
    }
    WorkerBarrier barrier = DispatchRoutine.workerBarrier(state, worker);
    if (barrier != WorkerBarrier.NOTHING_GRANTED) {
      String why = taken(worker, barrier, state.policy());
      return new Candidate(ShardsPhrases.worker(worker.name()), false, why, barrier.rule());
    }
    RunQueueBarrier stopped = DispatchRoutine.queueBarrier(state);
    String why =
        "has "
            + ShardsPhrases.count(worker.waiting().size(), "free slot")
            + ", but "
            + WaitReasons.words(stopped);
    return new Candidate(ShardsPhrases.worker(worker.name()), false, why, stopped.rule());
  }

  private static String taken(PoolWorker worker, WorkerBarrier barrier, PoolPolicy policy) {
    if (barrier == WorkerBarrier.LEAVING) {
      return "leaves after "
          + ShardsPhrases.count(worker.leases().size(), "lease")
          + ", and gets nothing new";
    }
    List<String> takers = new ArrayList<>();
    for (Shard shard : worker.leases().values()) {
      takers.add(
          "shard "
              + shard.name()
              + " (epoch "
              + shard.epoch()
              + ", quantum "
              + ShardsPhrases.until(shard.quantumEnd(policy))
              + LeasePhrases.orAnew(shard.lease())
              + ")");
    }
    for (PoolWorker.Parked slot : worker.parked()) {
      takers.add("shard " + slot.shard() + " (epoch " + slot.epoch() + " expired, slot parked)");
    }
    return (worker.slots() == 1 ? "its slot is" : "all " + worker.slots() + " slots are")
        + " taken: "
        + ShardsPhrases.names(takers);
  }
}
