package dev.rota.bots.values;

/** How a lease is over. */
public enum LeaseEnd {
  EVICTED,
  EXPIRED,
  CANCELLED,
  COMPLETED
}
