package dev.rota.bots.values;

/** How a bot was found for a job, section 6. */
public enum MatchStrategy {
  CAPACITY,
  LOCALITY,
  PROACTIVE,
  PREEMPTION
}
