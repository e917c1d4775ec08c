package dev.rota.shards.model;

/** Whether a pool serves its run queue, section 9. */
public enum Phase {
  SERVING,
  /** D5: what is pending is worked off, and nothing new is taken. */
  DRAINING,
  /** D1: nothing is taken from the queue. */
  SHUTDOWN
}
