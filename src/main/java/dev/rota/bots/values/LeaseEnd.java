package dev.rota.bots.values;

/** The end of a lease. */
public enum LeaseEnd {
  EVICTED,
  EXPIRED,
  CANCELLED,
  COMPLETED
}
