package dev.rota.shards.model;

import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;

/**
 * Whether a pool serves, and how far its stop has come.
 *
 * @param terminated true if no lease is left and the end was published
 * @param stopAt when running leases are revoked, epoch ms; {@link Engine#NEVER}: never
 */
public record ServingState(ServingPhase phase, boolean terminated, long stopAt) {
  static final ServingState SERVING = new ServingState(ServingPhase.SERVING, false, Engine.NEVER);

  /** True if running leases are revoked (D4). */
  public boolean isRevoking(long atMillis) {
    return Deadline.isDue(stopAt, atMillis);
  }

  /** True if shards are dequeued (D1, D5). */
  public boolean serves() {
    return phase == ServingPhase.SERVING || (phase == ServingPhase.DRAINING && !terminated);
  }
}
