package dev.rota.shards;

/** The three states of a shard, rule S2. */
enum Stage {
  IDLE,
  PENDING,
  RUNNING
}
