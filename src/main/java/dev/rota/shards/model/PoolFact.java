package dev.rota.shards.model;

import dev.rota.kernel.domain.OpaqueBytes;
import dev.rota.kernel.engine.Engine;

/** Facts about transactions and about the pool as a whole. */
public sealed interface PoolFact extends ShardsFact {
  /**
   * A transaction is now pending. The first one creates its shard.
   *
   * @param remark null: none
   */
  record TransactionAccepted(
      String shard,
      long seq,
      String id,
      String sender,
      Long nonce,
      OpaqueBytes payload,
      String remark,
      long atMillis)
      implements PoolFact {
    @Override
    public void applyTo(ShardsState state) {
      state.accept(state.create(shard), PooledTransaction.of(id, sender, nonce, payload, atMillis));
    }
  }

  enum TransactionFault {
    DUPLICATE,
    NONCE,
    POOL_FULL,
    UNKNOWN_SHARD,
    DRAINING,
    INVALID_ARGUMENT,
    OUT_OF_RANGE
  }

  record TransactionRefused(
      String shard, String id, TransactionFault reason, String detail, long atMillis, String rule)
      implements PoolFact {
    @Override
    public void applyTo(ShardsState state) {}
  }

  /**
   * A transaction is removed without a block. The fact about its batch precedes this one.
   *
   * @param detail as reported; null: not reported
   */
  record TransactionLost(
      String shard,
      String id,
      TransactionLoss loss,
      String detail,
      long epoch,
      long cycle,
      long atMillis)
      implements PoolFact {
    @Override
    public void applyTo(ShardsState state) {}
  }

  /**
   * Later cycles have this environment.
   *
   * @param remark null: none
   */
  record EnvironmentSet(
      ExecutionEnvironment environment, long version, String remark, long atMillis)
      implements PoolFact {
    @Override
    public void applyTo(ShardsState state) {
      state.update(environment);
    }
  }

  record EnvironmentRefused(long number, String detail, long atMillis) implements PoolFact {
    @Override
    public void applyTo(ShardsState state) {}
  }

  /** A policy is in force. It may equal the previous one. */
  record PolicySet(PoolPolicy policy, long atMillis, String rule) implements PoolFact {
    @Override
    public void applyTo(ShardsState state) {
      if (!policy.equals(state.policy())) {
        state.adopt(policy, atMillis);
      }
    }
  }

  enum PolicyFault {
    NOT_FOUND,
    INVALID_ARGUMENT,
    OUT_OF_RANGE,
    UNSUPPORTED_VALUE
  }

  record PolicyRefused(PolicyFault reason, String detail, long atMillis, String rule)
      implements PoolFact {
    @Override
    public void applyTo(ShardsState state) {}
  }

  /**
   * A shard is registered with this quantum. It has no outcome of its own.
   *
   * @param quantumMillis the shard's own quantum; null: the pool's
   */
  record ShardRegistered(String shard, Long quantumMillis, long atMillis) implements PoolFact {
    @Override
    public void applyTo(ShardsState state) {
      Shard registered = state.create(shard);
      long quantum = quantumMillis == null ? Shard.POOLS : quantumMillis;
      if (registered.quantum != quantum) {
        registered.quantum = quantum;
        state.changed(registered);
      }
    }
  }

  /** The pool starts or stops serving its queue. It has no outcome of its own. */
  record Stood(ServingPhase phase, boolean terminated, long stopAt, long atMillis)
      implements PoolFact {
    @Override
    public void applyTo(ShardsState state) {
      state.stand(new ServingState(phase, terminated, stopAt));
    }
  }

  /** The pool has stopped, and no lease is left. */
  record Ended(ServingPhase phase, long atMillis) implements PoolFact {
    public String rule() {
      return phase == ServingPhase.DRAINING ? "shards D5" : "shards D3";
    }

    @Override
    public void applyTo(ShardsState state) {
      state.stand(new ServingState(phase, true, Engine.NEVER));
    }
  }
}
