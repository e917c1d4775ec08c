package dev.rota.shards.model;

import dev.rota.engine.Engine;

/** What happens to transactions, and to the pool as a whole. */
public sealed interface PoolFact extends ShardsFact {
  /**
   * A transaction is pending from now on; with the first, its shard is there.
   *
   * @param remark null: none
   */
  record TransactionAccepted(
      String shard,
      long seq,
      String id,
      String sender,
      Long nonce,
      Bytes payload,
      String remark,
      long atMillis)
      implements PoolFact {
    @Override
    public void applyTo(ShardsState state) {
      state.accept(state.create(shard), Pooled.of(id, sender, nonce, payload, atMillis));
    }
  }

  /** Why a transaction may not be. */
  enum TransactionFault {
    DUPLICATE,
    NONCE,
    POOL_FULL,
    UNKNOWN_SHARD,
    DRAINING,
    INVALID_ARGUMENT,
    OUT_OF_RANGE
  }

  /** A transaction that may not be. */
  record TransactionRefused(
      String shard, String id, TransactionFault reason, String detail, long atMillis, String rule)
      implements PoolFact {
    @Override
    public void applyTo(ShardsState state) {}
  }

  /** Why a transaction was taken out of its pool without a block. */
  enum Loss {
    /** X1: it failed, its block is there. */
    FAILED,
    /** X2: its batch failed. */
    BATCH_FAILED,
    /** X7: it took its worker down alone. */
    POISON
  }

  /**
   * A transaction was taken out; the fact about its batch went before.
   *
   * @param detail as reported; null: nothing was
   */
  record TransactionLost(
      String shard, String id, Loss loss, String detail, long epoch, long cycle, long atMillis)
      implements PoolFact {
    @Override
    public void applyTo(ShardsState state) {}
  }

  /**
   * Cycles that begin from now on have this environment.
   *
   * @param remark null: none
   */
  record EnvironmentSet(Environment environment, long version, String remark, long atMillis)
      implements PoolFact {
    @Override
    public void applyTo(ShardsState state) {
      state.update(environment);
    }
  }

  /** An environment that cannot be. */
  record EnvironmentRefused(long number, String detail, long atMillis) implements PoolFact {
    @Override
    public void applyTo(ShardsState state) {}
  }

  /** Another policy is in force, or the one that was. */
  record PolicySet(Policy policy, long atMillis, String rule) implements PoolFact {
    @Override
    public void applyTo(ShardsState state) {
      if (!policy.equals(state.policy())) {
        state.adopt(policy, atMillis);
      }
    }
  }

  /** Why a policy or a command cannot be. */
  enum PolicyFault {
    NOT_FOUND,
    INVALID_ARGUMENT,
    OUT_OF_RANGE,
    UNSUPPORTED_VALUE
  }

  /** A policy or a command that cannot be. */
  record PolicyRefused(PolicyFault reason, String detail, long atMillis, String rule)
      implements PoolFact {
    @Override
    public void applyTo(ShardsState state) {}
  }

  /**
   * A shard is there, with that quantum. Nobody is told of it alone.
   *
   * @param quantumMillis its own; null: the pool's
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

  /** The pool serves its queue, or no longer. Nobody is told of it alone. */
  record Stood(Phase phase, boolean terminated, long stopAt, long atMillis) implements PoolFact {
    @Override
    public void applyTo(ShardsState state) {
      state.stand(new ServingState(phase, terminated, stopAt));
    }
  }

  /** It has stopped, and no lease is left. */
  record Ended(Phase phase, long atMillis) implements PoolFact {
    @Override
    public void applyTo(ShardsState state) {
      state.stand(new ServingState(phase, true, Engine.NEVER));
    }
  }
}
