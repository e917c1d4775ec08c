package dev.rota.shards.queries;

import dev.rota.shards.model.Phase;
import dev.rota.shards.model.ServingState;

/** A pool that does not serve, in words. */
final class Standings {
  private Standings() {}

  static String stopped(ServingState standing) {
    return standing.phase() == Phase.SHUTDOWN
        ? "the pool is shut down"
        : "the pool has drained, and grants nothing more";
  }

  static String rule(ServingState standing) {
    return standing.phase() == Phase.SHUTDOWN ? "shards D1" : "shards D5";
  }
}
