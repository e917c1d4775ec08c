package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.rules.DispatchRoutine;
import dev.rota.shards.rules.RunQueueBarrier;
import dev.rota.shards.rules.WorkerBarrier;
import java.util.ArrayList;
import java.util.List;

/** Why a worker works, waits or leaves. */
final class PoolWorkerNow {
  private PoolWorkerNow() {}

  static Reason of(PoolWorker worker, ShardsState state, long atMillis) {
    Reason slots = slots(worker, state);
    String session =
        worker.isSilent(atMillis)
            ? LeasePhrases.overdue("it is silent, and its session ended", worker.expiresAt())
            : "its session lasts " + ShardsPhrases.until(worker.expiresAt());
    List<Candidate> candidates = new ArrayList<>();
    for (Shard shard : worker.leases().values()) {
      candidates.add(LeasePhrases.held(shard, state.policy(), atMillis));
    }
    worker.parked().forEach(slot -> candidates.add(LeasePhrases.parked(slot)));
    return new Reason(
        slots.what() + "; " + session,
        worker.isSilent(atMillis) ? "shards F4" : slots.rule(),
        candidates);
  }

  private static Reason slots(PoolWorker worker, ShardsState state) {
    int leases = worker.leases().size();
    String works =
        leases == 0
            ? "holds no lease"
            : "works on "
                + ShardsPhrases.names(
                    worker.leases().values().stream()
                        .map(shard -> "shard " + shard.name())
                        .toList());
    int parked = worker.parked().size();
    String all = worker.slots() == 1 ? ", its slot is " : ", all " + worker.slots() + " slots are ";
    WorkerBarrier barrier = DispatchRoutine.workerBarrier(state, worker);
    return switch (barrier) {
      case LEAVING -> new Reason("leaves after its last cycles and " + works, barrier.rule());
      case PARKED ->
          new Reason(works + all + "parked, for a report on a lease that expired", barrier.rule());
      case BUSY ->
          new Reason(
              works
                  + all
                  + "taken"
                  + (parked == 0 ? "" : ", " + parked + " of them parked by shards F7"),
              barrier.rule());
      case NOTHING_GRANTED, NOT_THE_LAST, FREE_LATER -> free(works, worker, state);
    };
  }

  private static Reason free(String works, PoolWorker worker, ShardsState state) {
    int free = worker.waiting().size();
    RunQueueBarrier barrier = DispatchRoutine.queueBarrier(state);
    return new Reason(
        works
            + ", "
            + free
            + " of "
            + ShardsPhrases.count(worker.slots(), "slot")
            + (free == 1 ? " is" : " are")
            + " free, the first at "
            + line(worker, state)
            + ", because "
            + WaitReasons.words(barrier),
        barrier.rule());
  }

  /** W2: slots are served in the order in which they became free. */
  private static String line(PoolWorker worker, ShardsState state) {
    List<PoolWorker> waiting = state.fleet().allWaiting();
    return "place " + (waiting.indexOf(worker) + 1) + " of " + waiting.size() + " by shards W2";
  }
}
