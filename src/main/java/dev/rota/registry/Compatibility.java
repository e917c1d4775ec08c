package dev.rota.registry;

/** What a new version of a schema must keep, per subject. */
public enum Compatibility {
  NONE,
  BACKWARD,
  BACKWARD_TRANSITIVE,
  FORWARD,
  FORWARD_TRANSITIVE,
  FULL,
  FULL_TRANSITIVE;

  /** New readers must understand old records. */
  boolean readsOld() {
    return this == BACKWARD || this == BACKWARD_TRANSITIVE || isFull();
  }

  /** Old readers must understand new records. */
  boolean readByOld() {
    return this == FORWARD || this == FORWARD_TRANSITIVE || isFull();
  }

  /** Held against every version, not only the newest. */
  boolean transitive() {
    return this == BACKWARD_TRANSITIVE || this == FORWARD_TRANSITIVE || this == FULL_TRANSITIVE;
  }

  private boolean isFull() {
    return this == FULL || this == FULL_TRANSITIVE;
  }
}
