package dev.rota.bots.rules;

/** Why a running job keeps its bot although another may evict, section 7. */
public enum SparedReason {
  /** Condition 1. */
  SAME_INSTANCE,
  /** Condition 1. */
  NOT_ABOVE_MINIMUM,
  /** Condition 1: its instance has no quota in the bot's cohort. */
  NO_QUOTA,
  /** Condition 2. */
  BOT_NOT_OK,
  /** Condition 2. */
  OUT_OF_REACH,
  /** Condition 4. */
  PRIORITY,
  /** Condition 5. */
  RUN_TOO_SHORT,
  /** Condition 5. */
  EVICTED_OFTEN
}
