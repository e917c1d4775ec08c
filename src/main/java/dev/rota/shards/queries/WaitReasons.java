package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Reason;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.rules.DispatchRoutine;
import dev.rota.shards.rules.RunQueueBarrier;
import dev.rota.shards.rules.WaitingBound;
import dev.rota.shards.rules.WorkerBarrier;
import java.util.List;

/** Why the run queue waits. */
final class WaitReasons {
  private WaitReasons() {}

  static Reason of(ShardsState state, long atMillis) {
    RunQueueBarrier barrier = DispatchRoutine.queueBarrier(state);
    List<PoolWorker> staying =
        state.fleet().all().stream()
            .filter(worker -> DispatchRoutine.workerBarrier(state, worker) != WorkerBarrier.LEAVING)
            .toList();
    int slots = staying.stream().mapToInt(PoolWorker::slots).sum();
    int parked = staying.stream().mapToInt(worker -> worker.parked().size()).sum();
    String what =
        switch (barrier) {
          case SLOTS_PARKED -> all(slots) + " parked, for a report on a lease that expired";
          case ALL_SLOTS_BUSY ->
              all(slots)
                  + " taken"
                  + (parked == 0 ? "" : ", " + parked + " of them parked by shards F7")
                  + "; "
                  + first(state, atMillis);
          case SHUT_DOWN, DRAINED, NOTHING_PENDING, NO_FREE_SLOT, NO_WORKER, WORKERS_LEAVING ->
              words(barrier);
        };
    return new Reason(what, barrier.rule());
  }

  /** Without the slots. */
  static String words(RunQueueBarrier barrier) {
    return switch (barrier) {
      case SHUT_DOWN -> "the pool is shut down";
      case DRAINED -> "the pool has drained, and grants nothing more";
      case NOTHING_PENDING -> "no shard is pending";
      case NO_WORKER -> "no worker is in the pool";
      case WORKERS_LEAVING -> "every worker leaves";
      case NO_FREE_SLOT, ALL_SLOTS_BUSY, SLOTS_PARKED -> "no slot is free";
    };
  }

  private static String first(ShardsState state, long atMillis) {
    Shard first = WaitingBound.firstQuantum(state);
    return "the first quantum, that of shard "
        + first.name()
        + " on worker "
        + first.lease().worker()
        + ", "
        + LeasePhrases.quantumEnd(first, state.policy(), atMillis);
  }

  private static String all(int slots) {
    return slots == 1 ? "the only slot is" : "all " + slots + " slots are";
  }
}
