package dev.rota.bots.values;

/** Where a job is, section 1. */
public enum Stage {
  QUEUED,
  EXECUTING,
  COMPLETED
}
