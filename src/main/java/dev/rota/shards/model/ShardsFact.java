package dev.rota.shards.model;

import dev.rota.kernel.engine.Fact;

/** A fact about a pool, with its effect on the state. */
public sealed interface ShardsFact extends Fact<ShardsState>
    permits PoolFact, ShardFact, WorkerFact {
  /** Returns the time of the turn or of the deadline, epoch ms. */
  long atMillis();
}
