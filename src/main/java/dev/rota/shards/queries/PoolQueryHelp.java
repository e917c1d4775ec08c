package dev.rota.shards.queries;

/** What each query about a pool is for. */
final class PoolQueryHelp {
  static final String TEXT =
      """
      reasons: the waiting items, grouped by reason
      waiting: why a shard waits
        shard: a shard's name
        at?: epoch ms for which ages are told; without it, none are
      queue: the run queue from its head, and its length
        limit?: shards at most; default: 100
        at?: epoch ms for which ages are told; without it, none are
      shard: where a shard stands
        shard: a shard's name
        at?: epoch ms for which ages are told; without it, none are
      pool: pending transactions of a shard, in order
        shard: a shard's name
        limit?: transactions at most; default: 100
      workers: who has joined, with slots and leases
      leases: who executes what
        at?: epoch ms for which ages are told; without it, none are
      oldest: the first pending transaction of each shard, the oldest first
        limit?: shards at most; default: 100
        at?: epoch ms for which ages are told; without it, none are
      policy: the policy in force
      environment: the block environment in force, and its version
      state: all of the lane, with pools, policy and environment
      check: shards, workers, run queue and leases
      """;

  private PoolQueryHelp() {}
}
