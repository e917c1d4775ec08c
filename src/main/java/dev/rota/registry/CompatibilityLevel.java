package dev.rota.registry;

/** The compatibility level of a subject. */
public enum CompatibilityLevel {
  NONE,
  BACKWARD,
  BACKWARD_TRANSITIVE,
  FORWARD,
  FORWARD_TRANSITIVE,
  FULL,
  FULL_TRANSITIVE;

  /** New readers must read old records. */
  boolean readsOld() {
    return this == BACKWARD || this == BACKWARD_TRANSITIVE || isFull();
  }

  /** Old readers must read new records. */
  boolean readByOld() {
    return this == FORWARD || this == FORWARD_TRANSITIVE || isFull();
  }

  /** Checked against every version, not only the latest. */
  boolean transitive() {
    return this == BACKWARD_TRANSITIVE || this == FORWARD_TRANSITIVE || this == FULL_TRANSITIVE;
  }

  private boolean isFull() {
    return this == FULL || this == FULL_TRANSITIVE;
  }
}
