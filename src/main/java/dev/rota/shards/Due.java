package dev.rota.shards;

/** What falls due in a pool, C1. */
final class Due {
  /** F7: a lease is lost; by its shard. */
  static final String LEASE = "lease";

  /** F4: a worker is gone; by its name. */
  static final String SESSION = "session";

  /** D4: leases that are still out are revoked; there is one of it, without a name. */
  static final String STOP = "stop";

  private Due() {}
}
