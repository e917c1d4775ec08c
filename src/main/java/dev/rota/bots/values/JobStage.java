package dev.rota.bots.values;

/** Where a job is, section 1. */
public enum JobStage {
  QUEUED,
  EXECUTING,
  COMPLETED
}
