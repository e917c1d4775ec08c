package dev.rota.shards.model;

/** Whether a pool serves its run queue (section 9). */
public enum ServingPhase {
  SERVING,
  /** D5: pending transactions are executed, and new ones are refused. */
  DRAINING,
  /** D1: no shard is dequeued. */
  SHUTDOWN
}
