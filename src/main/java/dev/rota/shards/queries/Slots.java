package dev.rota.shards.queries;

import dev.rota.domain.Why.Candidate;
import dev.rota.shards.model.Policy;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.Worker;
import dev.rota.shards.rules.Dispatch;
import java.util.ArrayList;
import java.util.List;

/** Workers as candidates for a shard. */
final class Slots {
  private Slots() {}

  /** The worker that gets the shard at the head. */
  static Candidate chosen(ShardsState before, Shard shard, String worker) {
    return Dispatch.returns(before, shard)
        ? new Candidate(
            Words.worker(worker),
            true,
            "is the last worker of shard " + shard.name() + ", and has a free slot",
            "shards W3")
        : new Candidate(Words.worker(worker), true, "its slot has been free longest", "shards W2");
  }

  /** A worker that does not get the shard at the head. */
  static Candidate lost(ShardsState before, Shard shard, String chosen, Worker worker) {
    if (worker.waiting().isEmpty()) {
      return taken(worker, before.policy());
    }
    return Dispatch.returns(before, shard)
        ? new Candidate(
            Words.worker(worker.name()),
            false,
            "has a free slot, but shard " + shard.name() + " goes to its last worker " + chosen,
            "shards W3")
        : new Candidate(
            Words.worker(worker.name()),
            false,
            "has a free slot, but that of worker " + chosen + " has been free longer",
            "shards W2");
  }

  /** A worker that takes no shard between two turns. */
  static Candidate now(ShardsState state, Worker worker, long atMillis) {
    if (worker.expiresAt() <= atMillis) {
      String why = Leases.overdue("it is silent, and its session ended", worker.expiresAt());
      return new Candidate(Words.worker(worker.name()), false, why, "shards F4");
    }
    if (worker.waiting().isEmpty()) {
      return taken(worker, state.policy());
    }
    String why =
        "has "
            + Words.count(worker.waiting().size(), "free slot")
            + ", but "
            + Standings.stopped(state.standing());
    return new Candidate(Words.worker(worker.name()), false, why, Standings.rule(state.standing()));
  }

  private static Candidate taken(Worker worker, Policy policy) {
    if (worker.leaving()) {
      String why =
          "leaves after " + Words.count(worker.leases().size(), "lease") + ", and gets nothing new";
      return new Candidate(Words.worker(worker.name()), false, why, "shards W4");
    }
    List<String> takers = new ArrayList<>();
    for (Shard shard : worker.leases().values()) {
      long quantumEnd = Leases.quantumEnd(shard, policy);
      takers.add(
          "shard "
              + shard.name()
              + " (epoch "
              + shard.epoch()
              + ", quantum "
              + Words.until(quantumEnd)
              + Leases.orAnew(shard.lease())
              + ")");
    }
    for (Worker.Parked slot : worker.parked()) {
      takers.add("shard " + slot.shard() + " (epoch " + slot.epoch() + " expired, slot parked)");
    }
    String why =
        (worker.slots() == 1 ? "its slot is" : "all " + worker.slots() + " slots are")
            + " taken: "
            + Words.names(takers);
    String rule = worker.leases().isEmpty() ? "shards F7" : "shards L1";
    return new Candidate(Words.worker(worker.name()), false, why, rule);
  }
}
