package dev.rota.bots.values;

/** The strategy by which a bot was found for a job (section 6). */
public enum MatchStrategy {
  CAPACITY,
  LOCALITY,
  PROACTIVE,
  PREEMPTION
}
