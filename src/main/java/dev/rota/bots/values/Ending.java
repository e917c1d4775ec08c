package dev.rota.bots.values;

/** How a lease is over. */
public enum Ending {
  EVICTED,
  EXPIRED,
  CANCELLED,
  COMPLETED
}
