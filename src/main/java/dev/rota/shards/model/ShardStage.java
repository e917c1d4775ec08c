package dev.rota.shards.model;

/** The three states of a shard, rule S2. */
public enum ShardStage {
  IDLE,
  PENDING,
  RUNNING
}
