package dev.rota.shards.naive;

import dev.rota.shards.Beats;
import dev.rota.shards.Heartbeat;
import dev.rota.shards.Joined;
import dev.rota.shards.Leaving;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.naive.NaiveShards.Chain;
import dev.rota.shards.naive.NaiveShards.Executor;
import dev.rota.shards.naive.NaiveShards.Parked;
import java.util.List;

/** Workers come, live and go: section 7 of the specification. */
final class NaiveShardsWorkers {
  private final NaiveShards pool;

  NaiveShardsWorkers(NaiveShards pool) {
    this.pool = pool;
  }

  void take(WorkerEvent said) {
    if (said.getEvent() instanceof Joined joined) {
      join(said.getWorker(), said.getIncarnation(), joined.getSlots());
    } else if (said.getEvent() instanceof Heartbeat) {
      Executor executor = known(said);
      if (executor != null) {
        alive(executor, pool.policy.beats == Beats.ANSWERED);
      }
    } else if (said.getEvent() instanceof Leaving) {
      Executor executor = known(said);
      if (executor != null) {
        leave(executor);
      }
    } else {
      new NaiveShardsReports(pool).take(said.getWorker(), said.getEvent());
    }
  }

  // [W1, F5, F6]
  private void join(String name, long incarnation, int slots) {
    Executor old = pool.executors.get(name);
    if (name.isEmpty()) {
      fence(name, incarnation, "INVALID_ARGUMENT");
      return;
    }
    if (incarnation < 0 || incarnation == Long.MAX_VALUE || slots < 1 || slots > 1000) {
      fence(name, incarnation, "OUT_OF_RANGE");
      return;
    }
    if (old != null && incarnation < old.incarnation) {
      fence(name, incarnation, "STALE_INCARNATION");
      return;
    }
    if (old != null && incarnation == old.incarnation) {
      alive(old, true);
      return;
    }
    if (old != null) {
      gone(old, "SUPERSEDED", "SUPERSEDED");
    }
    Executor executor = new Executor(name, incarnation, slots);
    executor.seen = pool.now;
    pool.executors.put(name, executor);
    for (int i = 0; i < slots; i++) {
      pool.waiting.add(name);
    }
    outcome(executor, "JOINED");
  }

  private void alive(Executor executor, boolean answered) {
    executor.seen = pool.now;
    pool.met("F6 a beat without an answer", !answered);
    if (answered) {
      outcome(executor, "ALIVE");
    }
  }

  /** [W4] that is a sign of life as any other. */
  private void leave(Executor executor) {
    executor.seen = pool.now;
    executor.leaving = true;
    executor.parked.clear();
    pool.waiting.removeIf(executor.name::equals);
    outcome(executor, "LEAVING");
    leaveIfDone(executor);
  }

  void leaveIfDone(Executor executor) {
    if (executor.leaving && leases(executor).isEmpty()) {
      gone(executor, "LEFT", null);
    }
  }

  private List<Chain> leases(Executor executor) {
    return pool.leases().stream().filter(chain -> chain.hold.worker.equals(executor.name)).toList();
  }

  /** [F4, F5] its leases are lost in grant order. */
  void gone(Executor executor, String reason, String ofLeases) {
    pool.told.outcome(
        "WorkerGone",
        "worker",
        executor.name,
        "incarnation",
        executor.incarnation,
        "reason",
        reason);
    pool.executors.remove(executor.name);
    pool.waiting.removeIf(executor.name::equals);
    for (Chain chain : leases(executor)) {
      pool.lose(chain);
      pool.end(chain, ofLeases, false);
    }
  }

  /** [F7] it is heard of a lease that had expired: that thread lives. */
  void heardOf(String name, String shard, long epoch) {
    Executor executor = pool.executors.get(name);
    if (executor != null && executor.parked.remove(new Parked(shard, epoch))) {
      pool.waiting.add(name);
      pool.told.outcome(
          "WorkerOutcome",
          "worker",
          executor.name,
          "incarnation",
          executor.incarnation,
          "outcome",
          "SLOT_FREED");
    }
  }

  // [F5, F6]
  private Executor known(WorkerEvent said) {
    Executor executor = pool.executors.get(said.getWorker());
    if (executor == null || said.getIncarnation() > executor.incarnation) {
      fence(said.getWorker(), said.getIncarnation(), "UNKNOWN_WORKER");
      return null;
    }
    if (said.getIncarnation() < executor.incarnation) {
      fence(said.getWorker(), said.getIncarnation(), "STALE_INCARNATION");
      return null;
    }
    return executor;
  }

  private void fence(String name, long incarnation, String reason) {
    pool.told.outcome(
        "WorkerFenced",
        "worker",
        name,
        "incarnation",
        incarnation,
        "reason",
        reason,
        "detail",
        NaiveShardsTold.WORDS);
  }

  private void outcome(Executor executor, String outcome) {
    pool.told.outcome(
        "WorkerOutcome",
        "worker",
        executor.name,
        "incarnation",
        executor.incarnation,
        "outcome",
        outcome,
        "expiresAt",
        NaiveShards.told(pool.sessionEnds(executor)));
  }
}
