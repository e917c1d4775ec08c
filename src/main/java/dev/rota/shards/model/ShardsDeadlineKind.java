package dev.rota.shards.model;

import java.util.List;

/** The kinds of deadline in a pool (C1). */
public final class ShardsDeadlineKind {
  /** F4: a worker's session expires. The deadline's key is the worker's name. */
  public static final String SESSION = "session";

  /** F7: a lease expires. The deadline's key is the shard's name. */
  public static final String LEASE = "lease";

  /** D4: running leases are revoked. A pool has at most one such deadline; its key is empty. */
  public static final String STOP = "stop";

  /**
   * The order of deadlines at the same instant. A lost worker (F4) loses its leases and gets no new
   * ones, so a lease that expires (F7) belongs to a live worker. D4 revokes the rest.
   */
  static final List<String> ORDER = List.of(SESSION, LEASE, STOP);

  private ShardsDeadlineKind() {}
}
