package dev.rota.shards.model;

/** The state of a shard (rule S2). */
public enum ShardStage {
  IDLE,
  PENDING,
  RUNNING
}
