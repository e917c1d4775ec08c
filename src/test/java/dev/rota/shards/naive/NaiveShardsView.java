package dev.rota.shards.naive;

import dev.rota.shards.naive.NaiveShards.Chain;
import dev.rota.shards.naive.NaiveShards.Executor;
import dev.rota.shards.naive.NaiveShards.Phase;
import dev.rota.shards.naive.NaiveShards.Tx;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The naive pool as the queries answer; what is null there is left out. */
final class NaiveShardsView {
  private NaiveShardsView() {}

  static Map<String, Object> check(NaiveShards pool) {
    Map<String, Object> shards = new LinkedHashMap<>();
    pool.chains.values().forEach(chain -> shards.put(chain.name, shard(pool, chain)));
    Map<String, Object> workers = new LinkedHashMap<>();
    pool.executors.values().forEach(one -> workers.put(one.name, worker(pool, one)));
    return NaiveShardsTold.map(
        "shards", shards,
        "workers", workers,
        "queue", List.copyOf(pool.queue),
        "free", List.copyOf(pool.waiting),
        "env", pool.version,
        "phase", phase(pool.phase),
        "terminated", pool.terminated,
        "deadlines",
            pool.dues().stream().map(due -> due.at() + "/" + due.kind() + "/" + due.id()).toList(),
        "leases", leases(pool));
  }

  private static String phase(Phase phase) {
    return switch (phase) {
      case OPEN -> "SERVING";
      case DRAINING, DRAINED -> "DRAINING";
      case STOPPED -> "SHUTDOWN";
    };
  }

  private static Map<String, Object> shard(NaiveShards pool, Chain chain) {
    Tx first = chain.pool.isEmpty() ? null : chain.pool.get(0);
    return NaiveShardsTold.map(
        "state", chain.state.name(),
        "epoch", chain.epoch,
        "height", chain.height,
        "stateRoot", chain.stateRoot,
        "pending", chain.pool.size(),
        "firstSeq", chain.nextSeq - chain.pool.size(),
        "oldestSince", first == null ? null : first.at(),
        "quantumMs", chain.ownQuantum,
        "lastWorker", chain.lastWorker,
        "settledCycle", chain.settledEpoch == chain.epoch ? chain.settledCycle : 0,
        "attempts", chain.lost,
        "suspects", chain.alone,
        "lease", chain.hold == null ? null : lease(pool, chain));
  }

  private static Map<String, Object> lease(NaiveShards pool, Chain chain) {
    return NaiveShardsTold.map(
        "shard", chain.name,
        "worker", chain.hold.worker,
        "epoch", chain.epoch,
        "cycle", chain.hold.cycle,
        "count", chain.hold.count,
        "environment", chain.hold.version,
        "grant", chain.hold.grant,
        "grantedAt", chain.hold.grantedAt,
        "quantumSince", chain.hold.since,
        "started", chain.hold.started,
        "expiresAt", NaiveShards.told(pool.leaseEnds(chain)));
  }

  private static Map<String, Object> worker(NaiveShards pool, Executor executor) {
    return NaiveShardsTold.map(
        "incarnation",
        executor.incarnation,
        "slots",
        executor.slots,
        "waiting",
        pool.waiting.stream().filter(executor.name::equals).count(),
        "leases",
        pool.leases().stream()
            .filter(chain -> chain.hold.worker.equals(executor.name))
            .map(chain -> chain.name)
            .toList(),
        "parked",
        executor.parked.stream().map(NaiveShards.Parked::shard).toList(),
        "leaving",
        executor.leaving,
        "expiresAt",
        NaiveShards.told(pool.sessionEnds(executor)));
  }

  private static Map<String, Object> leases(NaiveShards pool) {
    return NaiveShardsTold.map(
        "granted", pool.grants,
        "ended", pool.ended,
        "endedByQuantum", pool.byQuantum,
        "shareByQuantum", pool.ended == 0 ? null : (double) pool.byQuantum / pool.ended,
        "out", pool.leases().stream().map(chain -> lease(pool, chain)).toList());
  }

  static Map<String, Object> queue(NaiveShards pool, long at) {
    Chain head = pool.queue.isEmpty() ? null : pool.chains.get(pool.queue.get(0));
    return NaiveShardsTold.map(
        "length",
        pool.queue.size(),
        "places",
        pool.queue.stream()
            .map(pool.chains::get)
            .map(
                chain ->
                    NaiveShardsTold.map(
                        "shard", chain.name,
                        "pending", chain.pool.size(),
                        "since", chain.queuedAt))
            .toList(),
        "headSince",
        head == null ? null : head.queuedAt,
        "headAge",
        head == null ? null : at - head.queuedAt);
  }

  static List<Map<String, Object>> pending(Chain chain) {
    return chain.pool.stream()
        .map(
            tx ->
                NaiveShardsTold.map(
                    "seq", tx.seq(),
                    "id", tx.id(),
                    "sender", tx.sender(),
                    "nonce", tx.nonce(),
                    "bytes", tx.payload().remaining(),
                    "since", tx.at()))
        .toList();
  }
}
