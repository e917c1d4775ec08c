package dev.rota.shards.queries;

import dev.rota.domain.Why.Reason;
import dev.rota.shards.model.Policy;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.Worker;
import java.util.Comparator;
import java.util.List;

/** Why the run queue waits. */
final class WaitReasons {
  private WaitReasons() {}

  static Reason of(ShardsState state, long atMillis) {
    List<Worker> staying =
        state.fleet().all().stream().filter(worker -> !worker.leaving()).toList();
    int slots = staying.stream().mapToInt(Worker::slots).sum();
    int parked = staying.stream().mapToInt(worker -> worker.parked().size()).sum();
    return switch (Waiting.cause(state)) {
      case STOPPED ->
          new Reason(Standings.stopped(state.standing()), Standings.rule(state.standing()));
      case NO_WORKER -> new Reason("no worker is in the pool", "shards L1");
      case WORKERS_LEAVING -> new Reason("every worker leaves", "shards W4");
      case SLOTS_PARKED ->
          new Reason(all(slots) + " parked, for a report on a lease that expired", "shards F7");
      case ALL_SLOTS_BUSY ->
          new Reason(
              all(slots)
                  + " taken"
                  + (parked == 0 ? "" : ", " + parked + " of them parked by shards F7")
                  + "; "
                  + first(state, atMillis),
              "shards L1");
    };
  }

  /** The lease whose quantum ends first. Its slot may be free earlier, if its pool is empty. */
  private static String first(ShardsState state, long atMillis) {
    Policy policy = state.policy();
    Shard first =
        Waiting.busy(state).stream()
            .min(Comparator.comparingLong(shard -> Leases.quantumEnd(shard, policy)))
            .orElseThrow();
    return "the first quantum, that of shard "
        + first.name()
        + " on worker "
        + first.lease().worker()
        + ", "
        + Words.ends(Leases.quantumEnd(first, policy), atMillis)
        + Leases.orAnew(first.lease());
  }

  private static String all(int slots) {
    return slots == 1 ? "the only slot is" : "all " + slots + " slots are";
  }
}
