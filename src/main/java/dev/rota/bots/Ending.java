package dev.rota.bots;

/** How a lease is over. */
public enum Ending {
  EVICTED,
  EXPIRED,
  CANCELLED,
  COMPLETED
}
