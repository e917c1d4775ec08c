package dev.rota.shards.model;

import dev.rota.engine.Engine;

/**
 * How far a pool is with stopping.
 *
 * @param terminated no lease is left, and that was told
 * @param stopAt when leases still out are revoked, epoch ms; {@link Engine#NEVER}: they are not
 */
public record ServingState(Phase phase, boolean terminated, long stopAt) {
  static final ServingState SERVING = new ServingState(Phase.SERVING, false, Engine.NEVER);

  /** Whether shards are taken from the run queue, D1, D5. */
  public boolean serves() {
    return phase == Phase.SERVING || (phase == Phase.DRAINING && !terminated);
  }
}
