package dev.rota.shards.model;

import dev.rota.engine.Fact;

/** What can happen to a pool, each with its effect. */
public sealed interface ShardsFact extends Fact<ShardsState>
    permits PoolFact, ShardFact, WorkerFact {
  /** When it happened, epoch ms: the turn's time, or that of the deadline. */
  long atMillis();
}
