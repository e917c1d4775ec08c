package dev.rota.shards.naive;

import dev.rota.shards.naive.NaiveShards.Chain;
import dev.rota.shards.naive.NaiveShards.Tx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the outside is told, in the schemas' words; what is null there is left out. */
final class NaiveShardsTold {
  /** For people: that there are some is compared, not which. */
  static final String WORDS = "words";

  final List<Map<String, Object>> lines = new ArrayList<>();
  private final NaiveShards pool;

  NaiveShardsTold(NaiveShards pool) {
    this.pool = pool;
  }

  /** An outcome of this kind. */
  void outcome(String kind, Object... pairs) {
    Map<String, Object> event = map(pairs);
    event.put("is", kind);
    lines.add(map("is", "PoolOutcome", "pool", NaiveShards.POOL, "at", pool.now, "event", event));
  }

  void rejected(String shard, String id, String reason) {
    outcome(
        "TransactionOutcome",
        "shard",
        shard,
        "id",
        id,
        "outcome",
        "REJECTED",
        "reason",
        reason,
        "detail",
        WORDS);
  }

  void accepted(Chain chain, Tx tx) {
    outcome(
        "TransactionOutcome",
        "shard",
        chain.name,
        "id",
        tx.id(),
        "outcome",
        "ACCEPTED",
        "detail",
        pool.executors.isEmpty() ? WORDS : null,
        "seq",
        tx.seq());
  }

  void failed(Chain chain, Tx tx, String outcome, String detail) {
    outcome(
        "TransactionOutcome",
        "shard",
        chain.name,
        "id",
        tx.id(),
        "outcome",
        outcome,
        "detail",
        detail,
        "epoch",
        chain.epoch,
        "cycle",
        chain.hold.cycle);
  }

  /** The cycle in force. */
  void assignment(Chain chain) {
    List<Tx> batch = chain.pool.subList(0, chain.hold.count);
    Map<String, Object> environment = new LinkedHashMap<>(pool.environment);
    environment.put("version", pool.version);
    Map<String, Object> line = about(chain);
    line.put("blockNumber", chain.height + 1);
    putUnlessNull(line, "parentStateRoot", chain.stateRoot);
    line.put("environment", environment);
    line.put("firstSeq", batch.get(0).seq());
    line.put("count", batch.size());
    line.put("transactions", batch.stream().map(NaiveShardsTold::assigned).toList());
    line.put("quantumLeftMs", Math.max(0, pool.quantum(chain) - (pool.now - chain.hold.since)));
    lines.add(line);
  }

  private static Map<String, Object> assigned(Tx tx) {
    return map(
        "id", tx.id(),
        "sender", tx.sender(),
        "nonce", tx.nonce(),
        "payload", tx.payload());
  }

  void end(Chain chain, String reason) {
    Map<String, Object> line = about(chain);
    line.put("endOfLease", map("reason", reason));
    line.put("count", 0);
    line.put("transactions", List.of());
    lines.add(line);
  }

  private Map<String, Object> about(Chain chain) {
    return map(
        "is", "ShardAssignment",
        "pool", NaiveShards.POOL,
        "shard", chain.name,
        "worker", chain.hold.worker,
        "epoch", chain.epoch,
        "cycle", chain.hold.cycle,
        "at", pool.now);
  }

  /** Pairs of a name and a value; what is null is left out. */
  static Map<String, Object> map(Object... pairs) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      putUnlessNull(map, (String) pairs[i], pairs[i + 1]);
    }
    return map;
  }

  private static void putUnlessNull(Map<String, Object> map, String name, Object value) {
    if (value != null) {
      map.put(name, value);
    }
  }
}
