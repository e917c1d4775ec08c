package dev.rota.shards.naive;

import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.Creation;
import dev.rota.shards.NonceRule;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.naive.NaiveShards.Chain;
import dev.rota.shards.naive.NaiveShards.Phase;
import dev.rota.shards.naive.NaiveShards.Tx;
import java.util.List;
import java.util.Map;

/** Transactions and environments come: sections 4 and 5 of the specification. */
final class NaiveShardsArrivals {
  private final NaiveShards pool;

  NaiveShardsArrivals(NaiveShards pool) {
    this.pool = pool;
  }

  // [4]
  void submit(ShardTransaction tx) {
    Chain chain = pool.chains.get(tx.getShard());
    String reason = refusal(chain, tx);
    if (reason != null) {
      pool.told.rejected(tx.getShard(), tx.getId(), reason);
      return;
    }
    if (pool.policy.nonces == NonceRule.STRICT && tx.getSender() != null) {
      pool.met("T4 the first", nextNonce(chain, tx.getSender()) == 0);
      pool.met("T4 after a pending one", tx.getNonce() > 0 && isPending(chain, tx.getSender()));
      pool.met("T4 after an included one", tx.getNonce() > 0 && !isPending(chain, tx.getSender()));
    }
    if (chain == null) {
      pool.met("S1 the first transaction made it", true);
      chain = new Chain(tx.getShard()); // [S1, T3]
      pool.chains.put(chain.name, chain);
    }
    Tx taken =
        new Tx(
            tx.getId(), tx.getSender(), tx.getNonce(), tx.getPayload(), chain.nextSeq++, pool.now);
    chain.pool.add(taken);
    pool.told.accepted(chain, taken);
    pool.schedule(chain);
  }

  private String refusal(Chain chain, ShardTransaction tx) {
    if (tx.getShard().isEmpty() || tx.getId().isEmpty() || "".equals(tx.getSender())) {
      return "INVALID_ARGUMENT";
    }
    if (tx.getNonce() != null && (tx.getNonce() < 0 || tx.getNonce() == Long.MAX_VALUE)) {
      return "OUT_OF_RANGE"; // the last number is none, so that each has a next
    }
    if (pool.phase == Phase.DRAINING || pool.phase == Phase.DRAINED) {
      return "DRAINING"; // [D5]
    }
    if (chain == null && pool.policy.creation == Creation.REGISTERED) {
      return "UNKNOWN_SHARD"; // [S1]
    }
    List<Tx> pending = chain == null ? List.of() : chain.pool;
    if (pending.stream().anyMatch(one -> one.id().equals(tx.getId()))) {
      return "DUPLICATE"; // [T2]
    }
    if (pool.policy.maxPending > 0 && pending.size() >= pool.policy.maxPending) {
      return "POOL_FULL"; // [T5]
    }
    if (pool.policy.nonces == NonceRule.STRICT && tx.getSender() != null && !isNext(chain, tx)) {
      return "NONCE"; // [T4]
    }
    return null;
  }

  private static boolean isNext(Chain chain, ShardTransaction tx) {
    return tx.getNonce() != null && tx.getNonce() == nextNonce(chain, tx.getSender());
  }

  private static boolean isPending(Chain chain, String sender) {
    return chain.pool.stream().anyMatch(tx -> sender.equals(tx.sender()) && tx.nonce() != null);
  }

  /** [T4] the highest pending one + 1, else the last included one + 1, else 0. */
  static long nextNonce(Chain chain, String sender) {
    if (chain == null) {
      return 0;
    }
    Long last = chain.included.get(sender);
    long highest = -1;
    for (Tx tx : chain.pool) {
      if (sender.equals(tx.sender()) && tx.nonce() != null) {
        highest = Math.max(highest, tx.nonce());
      }
    }
    return highest >= 0 ? highest + 1 : last == null ? 0 : last + 1;
  }

  // [5]
  void update(BlockEnvironment update) {
    if (Math.min(update.getNumber(), update.getTimestamp()) < 0
        || Math.min(update.getL1GasPriceWei(), update.getL1GasPriceFri()) < 0) {
      pool.told.outcome(
          "EnvironmentOutcome",
          "number",
          update.getNumber(),
          "outcome",
          "REFUSED",
          "detail",
          NaiveShardsTold.WORDS);
      return;
    }
    boolean isLower = update.getNumber() < (long) pool.environment.get("number"); // [E4]
    boolean isFree = update.getL1GasPriceWei() == 0 || update.getL1GasPriceFri() == 0;
    pool.version++;
    pool.environment =
        NaiveShardsTold.map(
            "number", update.getNumber(),
            "timestamp", update.getTimestamp(),
            "l1GasPriceWei", Math.max(1, update.getL1GasPriceWei()), // "zero gas price → 1"
            "l1GasPriceFri", Math.max(1, update.getL1GasPriceFri()),
            "sequencerAddress", update.getSequencerAddress(),
            "protocolVersion", update.getProtocolVersion());
    pool.told.outcome(
        "EnvironmentOutcome",
        "number",
        update.getNumber(),
        "version",
        pool.version,
        "outcome",
        "APPLIED",
        "detail",
        isLower || isFree ? NaiveShardsTold.WORDS : null);
  }

  // [E3]
  static Map<String, Object> genesis() {
    return NaiveShardsTold.map(
        "number", 0L,
        "timestamp", 0L,
        "l1GasPriceWei", 1L,
        "l1GasPriceFri", 1L,
        "sequencerAddress", "0x0",
        "protocolVersion", "");
  }
}
