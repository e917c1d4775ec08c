package dev.rota.shards.model;

import java.util.List;

/** What falls due in a pool, C1. */
public final class Due {
  /** F4: a worker is gone; by its name. */
  public static final String SESSION = "session";

  /** F7: a lease is lost; by its shard. */
  public static final String LEASE = "lease";

  /** D4: leases that are still out are revoked; there is one of it, without a name. */
  public static final String STOP = "stop";

  /**
   * Of one instant. Whoever is gone (F4) loses its leases by that and is given none, so a lease
   * that expires (F7) is that of a worker which lives; what is revoked (D4) is what was neither's.
   */
  static final List<String> ORDER = List.of(SESSION, LEASE, STOP);

  private Due() {}
}
