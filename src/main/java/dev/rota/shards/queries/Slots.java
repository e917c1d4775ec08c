package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.shards.model.Policy;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.Worker;
import dev.rota.shards.rules.Dispatch;
import dev.rota.shards.rules.RunQueueBarrier;
import dev.rota.shards.rules.WorkerBarrier;
import java.util.ArrayList;
import java.util.List;

/** Workers as candidates for a shard. */
final class Slots {
  private Slots() {}

  /** The worker that gets the shard at the head. */
  static Candidate chosen(ShardsState before, LeaseGranted granted) {
    return Dispatch.returns(before, before.shard(granted.shard()))
        ? new Candidate(
            Words.worker(granted.worker()),
            true,
            "is the last worker of shard " + granted.shard() + ", and has a free slot",
            "shards W3")
        : new Candidate(
            Words.worker(granted.worker()), true, "its slot has been free longest", "shards W2");
  }

  /** A worker that does not get the shard at the head. */
  static Candidate lost(ShardsState before, LeaseGranted granted, Worker worker) {
    WorkerBarrier barrier = Dispatch.workerBarrier(before, worker);
    String why =
        switch (barrier) {
          case NOT_THE_LAST ->
              "has a free slot, but shard "
                  + granted.shard()
                  + " goes to its last worker "
                  + granted.worker();
          case FREE_LATER ->
              "has a free slot, but that of worker " + granted.worker() + " has been free longer";
          default -> taken(worker, barrier, before.policy());
        };
    return new Candidate(Words.worker(worker.name()), false, why, barrier.rule());
  }

  /** A worker that takes no shard between two turns. */
  static Candidate now(ShardsState state, Worker worker, long atMillis) {
    if (worker.isSilent(atMillis)) {
      String why = Leases.overdue("it is silent, and its session ended", worker.expiresAt());
      return new Candidate(Words.worker(worker.name()), false, why, "shards F4");
    }
    WorkerBarrier barrier = Dispatch.workerBarrier(state, worker);
    if (barrier != WorkerBarrier.NOTHING_GRANTED) {
      String why = taken(worker, barrier, state.policy());
      return new Candidate(Words.worker(worker.name()), false, why, barrier.rule());
    }
    RunQueueBarrier stopped = Dispatch.queueBarrier(state);
    String why =
        "has "
            + Words.count(worker.waiting().size(), "free slot")
            + ", but "
            + WaitReasons.words(stopped);
    return new Candidate(Words.worker(worker.name()), false, why, stopped.rule());
  }

  private static String taken(Worker worker, WorkerBarrier barrier, Policy policy) {
    if (barrier == WorkerBarrier.LEAVING) {
      return "leaves after "
          + Words.count(worker.leases().size(), "lease")
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
              + Words.until(shard.quantumEnd(policy))
              + Leases.orAnew(shard.lease())
              + ")");
    }
    for (Worker.Parked slot : worker.parked()) {
      takers.add("shard " + slot.shard() + " (epoch " + slot.epoch() + " expired, slot parked)");
    }
    return (worker.slots() == 1 ? "its slot is" : "all " + worker.slots() + " slots are")
        + " taken: "
        + Words.names(takers);
  }
}
