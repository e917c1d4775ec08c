package dev.rota.bots.values;

/** gRPC's status codes, as leases and jobs end with them. */
public enum Code {
  OK,
  CANCELLED,
  UNKNOWN,
  INVALID_ARGUMENT,
  DEADLINE_EXCEEDED,
  NOT_FOUND,
  ALREADY_EXISTS,
  PERMISSION_DENIED,
  UNAUTHENTICATED,
  RESOURCE_EXHAUSTED,
  FAILED_PRECONDITION,
  ABORTED,
  OUT_OF_RANGE,
  UNIMPLEMENTED,
  INTERNAL,
  UNAVAILABLE,
  DATA_LOSS;

  /** Whether another try may do better, section 9. */
  public boolean isTransient() {
    return this == INTERNAL || this == UNAVAILABLE;
  }
}
