package dev.rota.bots;

/** Where a job is, section 1. */
public enum Stage {
  QUEUED,
  EXECUTING,
  COMPLETED
}
