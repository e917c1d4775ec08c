package dev.rota.bots.values;

/** The reason of a refused input. */
public enum RefusalReason {
  DUPLICATE,
  CONFLICT,
  NOT_FOUND,
  INVALID_ARGUMENT,
  FAILED_PRECONDITION,
  RESOURCE_EXHAUSTED,
  OUT_OF_RANGE,
  UNSUPPORTED_VALUE,
  INVALID_TRANSITION,
  SESSION_MISMATCH
}
