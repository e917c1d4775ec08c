package dev.rota.shards.queries;

import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.rules.DispatchRoutine;
import dev.rota.shards.rules.WaitingBound;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Why a shard runs, waits or rests. */
final class ShardNow {
  /** An answer lists so many shards ahead of one. */
  static final int AHEAD_MAX = 1000;

  private ShardNow() {}

  static Reason of(Shard shard, ShardsState state, long atMillis) {
    String lost = LeasePhrases.lost(shard.attempts(), shard.suspects(), state.policy());
    return switch (shard.stage()) {
      case IDLE -> idle(shard);
      case RUNNING ->
          new Reason(
              "runs on worker "
                  + shard.lease().worker()
                  + " since "
                  + ShardsPhrases.time(shard.lease().grantedAt())
                  + ": "
                  + LeasePhrases.standing(shard, state.policy(), atMillis)
                  + silent(state.worker(shard.lease().worker()), atMillis)
                  + lost,
              "shards F1");
      case PENDING -> pending(shard, state, atMillis, lost);
    };
  }

  private static String silent(PoolWorker worker, long atMillis) {
    return worker.isSilent(atMillis)
        ? "; "
            + LeasePhrases.overdue(
                "the worker is silent, and its session ended", worker.expiresAt())
        : "";
  }

  private static Reason idle(Shard shard) {
    return shard.epoch() == 0
        ? new Reason("is idle: it has had no lease, and nothing is pending", "shards S1")
        : new Reason(
            "is idle since its lease of epoch "
                + shard.epoch()
                + " on worker "
                + shard.lastWorker()
                + " ended: nothing is pending",
            "shards P2");
  }

  private static Reason pending(Shard shard, ShardsState state, long atMillis, String lost) {
    List<Shard> places = state.queue().all();
    List<Shard> ahead = places.subList(0, places.indexOf(shard));
    Reason cause = WaitReasons.of(state, atMillis);
    OptionalLong bound = WaitingBound.at(state, ahead, atMillis);
    List<String> names = ahead.stream().map(Shard::name).toList();
    return new Reason(
        "waits because "
            + cause.what()
            + "; the shard is at place "
            + (ahead.size() + 1)
            + " of "
            + places.size()
            + " in the run queue"
            + (ahead.isEmpty() ? "" : ", behind " + ShardsPhrases.names(names))
            + ", since "
            + ShardsPhrases.time(shard.queuedAt())
            + (bound.isEmpty() ? "" : bound(bound.getAsLong()))
            + (DispatchRoutine.isPassedOver(shard)
                ? "; with nothing pending it is passed over then"
                : "")
            + lost,
        cause.rule(),
        candidates(shard, ahead, state, atMillis));
  }

  private static String bound(long millis) {
    return "; a slot is free for it within "
        + millis
        + " ms if no lease expires and no cycle outlasts its quantum";
  }

  private static List<Candidate> candidates(
      Shard shard, List<Shard> ahead, ShardsState state, long atMillis) {
    List<Candidate> candidates = new ArrayList<>();
    for (PoolWorker worker : state.fleet().all()) {
      candidates.add(SlotCandidates.now(state, worker, atMillis));
    }
    if (shard.lastWorker() != null && state.worker(shard.lastWorker()) == null) {
      String why = "was its last worker, and is not in the pool any more: it has to join again";
      candidates.add(
          new Candidate(ShardsPhrases.worker(shard.lastWorker()), false, why, "shards F6"));
    }
    for (Shard one : ahead.subList(0, Math.min(ahead.size(), AHEAD_MAX))) {
      String why = "is ahead in the run queue, since " + ShardsPhrases.time(one.queuedAt());
      candidates.add(new Candidate(ShardsPhrases.shard(one.name()), false, why, "shards S4"));
    }
    return candidates;
  }
}
