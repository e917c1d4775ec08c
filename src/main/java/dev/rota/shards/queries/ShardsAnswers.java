package dev.rota.shards.queries;

import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.shards.model.PoolCounters;
import dev.rota.shards.model.PoolWorker;
import dev.rota.shards.model.PooledTransaction;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardLease;
import dev.rota.shards.model.ShardsState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The answers to queries about a pool and to conformance vectors, as maps and lists. */
final class ShardsAnswers {
  private ShardsAnswers() {}

  static Map<String, Object> check(ShardsState state) {
    Map<String, Object> shards = new TreeMap<>();
    state.allShards().forEach(shard -> shards.put(shard.name(), shard(shard)));
    Map<String, Object> workers = new TreeMap<>();
    state.fleet().all().forEach(worker -> workers.put(worker.name(), worker(worker)));
    Map<String, Object> answer = new TreeMap<>();
    answer.put("shards", shards);
    answer.put("workers", workers);
    answer.put("queue", state.queue().all().stream().map(shard -> shard.name()).toList());
    answer.put("free", state.fleet().allWaiting().stream().map(worker -> worker.name()).toList());
    answer.put("env", state.counters().environment());
    answer.put("phase", state.standing().phase().name());
    answer.put("terminated", state.standing().terminated());
    answer.put("deadlines", state.deadlines().stream().map(Deadline::toString).toList());
    answer.put("leases", leases(state, null));
    return answer;
  }

  /** Adds an age unless {@code at} is null. */
  private static void age(Map<String, Object> to, String name, long since, Long at) {
    if (at != null) {
      to.put(name, at - since);
    }
  }

  static Map<String, Object> shard(Shard shard) {
    return shard(shard, null);
  }

  static Map<String, Object> shard(Shard shard, Long at) {
    Map<String, Object> answer = new TreeMap<>();
    answer.put("state", shard.stage().name());
    answer.put("epoch", shard.epoch());
    answer.put("height", shard.height());
    answer.put("stateRoot", shard.stateRoot());
    answer.put("pending", shard.pool().size());
    answer.put("firstSeq", shard.pool().head());
    answer.put(
        "oldestSince", shard.pool().first() == null ? null : shard.pool().first().acceptedAt());
    if (shard.pool().first() != null) {
      age(answer, "oldestAge", shard.pool().first().acceptedAt(), at);
    }
    answer.put("quantumMs", shard.quantum() == Shard.POOLS ? null : shard.quantum());
    answer.put("lastWorker", shard.lastWorker());
    answer.put("settledCycle", shard.settled());
    answer.put("attempts", shard.attempts());
    answer.put("suspects", shard.suspects());
    answer.put("lease", shard.lease() == null ? null : lease(shard, at));
    return answer;
  }

  static Map<String, Object> lease(Shard shard, Long at) {
    ShardLease lease = shard.lease();
    Map<String, Object> answer = new TreeMap<>();
    answer.put("shard", shard.name());
    answer.put("worker", lease.worker());
    answer.put("epoch", shard.epoch());
    answer.put("cycle", lease.cycle());
    answer.put("count", lease.count());
    answer.put("environment", lease.environment());
    answer.put("grant", lease.grant());
    answer.put("grantedAt", lease.grantedAt());
    age(answer, "age", lease.grantedAt(), at);
    answer.put("quantumSince", lease.since());
    answer.put("started", lease.started());
    answer.put("expiresAt", instant(lease.expiresAt()));
    return answer;
  }

  static Map<String, Object> worker(PoolWorker worker) {
    Map<String, Object> answer = new TreeMap<>();
    answer.put("incarnation", worker.incarnation());
    answer.put("slots", worker.slots());
    answer.put("waiting", worker.waiting().size());
    answer.put("leases", worker.leases().values().stream().map(shard -> shard.name()).toList());
    answer.put("parked", worker.parked().stream().map(PoolWorker.Parked::shard).toList());
    answer.put("leaving", worker.leaving());
    answer.put("expiresAt", instant(worker.expiresAt()));
    return answer;
  }

  /** Returns the number of leases, and the share of ended leases that the quantum ended. */
  static Map<String, Object> leases(ShardsState state, Long at) {
    PoolCounters counters = state.counters();
    Map<String, Object> answer = new TreeMap<>();
    answer.put("granted", counters.leases());
    answer.put("ended", counters.ended());
    answer.put("endedByQuantum", counters.byQuantum());
    answer.put(
        "shareByQuantum",
        counters.ended() == 0 ? null : (double) counters.byQuantum() / counters.ended());
    answer.put("out", state.leased().stream().map(shard -> lease(shard, at)).toList());
    return answer;
  }

  /** A shard's oldest transaction. */
  static Map<String, Object> first(Shard shard, Long at) {
    PooledTransaction first = shard.pool().first();
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("shard", shard.name());
    answer.put("state", shard.stage().name());
    answer.put("pending", shard.pool().size());
    answer.put("seq", shard.pool().head());
    answer.put("id", first.id());
    answer.put("since", first.acceptedAt());
    age(answer, "age", first.acceptedAt(), at);
    return answer;
  }

  static List<Object> pool(Shard shard, int limit) {
    List<Object> answer = new ArrayList<>();
    long seq = shard.pool().head();
    for (PooledTransaction one : shard.pool().prefix(Math.min(limit, shard.pool().size()))) {
      Map<String, Object> item = new TreeMap<>();
      item.put("seq", seq++);
      item.put("id", one.id());
      item.put("sender", one.sender());
      item.put("nonce", one.nonce());
      item.put("bytes", one.payload().content().length);
      item.put("since", one.acceptedAt());
      answer.add(item);
    }
    return answer;
  }

  static Long instant(long atMillis) {
    return atMillis == Engine.NEVER ? null : (Long) atMillis;
  }
}
