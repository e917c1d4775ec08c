package dev.rota.shards.queries;

import dev.rota.domain.Why.Candidate;
import dev.rota.domain.Why.Reason;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.Worker;
import java.util.ArrayList;
import java.util.List;

/** Why a worker works, waits or leaves. */
final class WorkerNow {
  private WorkerNow() {}

  static Reason of(Worker worker, ShardsState state, long atMillis) {
    Reason slots = slots(worker, state);
    String session =
        atMillis < worker.expiresAt()
            ? "its session lasts " + Words.until(worker.expiresAt())
            : Leases.overdue("it is silent, and its session ended", worker.expiresAt());
    List<Candidate> candidates = new ArrayList<>();
    for (Shard shard : worker.leases().values()) {
      candidates.add(Leases.held(shard, state.policy(), atMillis));
    }
    worker.parked().forEach(slot -> candidates.add(Leases.parked(slot)));
    return new Reason(
        slots.what() + "; " + session,
        atMillis < worker.expiresAt() ? slots.rule() : "shards F4",
        candidates);
  }

  private static Reason slots(Worker worker, ShardsState state) {
    int leases = worker.leases().size();
    String works =
        leases == 0
            ? "holds no lease"
            : "works on "
                + Words.names(
                    worker.leases().values().stream()
                        .map(shard -> "shard " + shard.name())
                        .toList());
    if (worker.leaving()) {
      return new Reason("leaves after its last cycles and " + works, "shards W4");
    }
    int free = worker.waiting().size();
    if (free > 0) {
      boolean serves = state.standing().serves();
      return new Reason(
          works
              + ", "
              + free
              + " of "
              + Words.count(worker.slots(), "slot")
              + (free == 1 ? " is" : " are")
              + " free, the first at "
              + line(worker, state)
              + ", because "
              + (serves ? "no shard is pending" : Standings.stopped(state.standing())),
          serves ? "shards L1" : Standings.rule(state.standing()));
    }
    int parked = worker.parked().size();
    String all = worker.slots() == 1 ? ", its slot is " : ", all " + worker.slots() + " slots are ";
    return leases == 0
        ? new Reason(works + all + "parked, for a report on a lease that expired", "shards F7")
        : new Reason(
            works
                + all
                + "taken"
                + (parked == 0 ? "" : ", " + parked + " of them parked by shards F7"),
            "shards L1");
  }

  /** W2: slots are served in the order in which they became free. */
  private static String line(Worker worker, ShardsState state) {
    List<Worker> waiting = state.fleet().allWaiting();
    return "place " + (waiting.indexOf(worker) + 1) + " of " + waiting.size() + " by shards W2";
  }
}
