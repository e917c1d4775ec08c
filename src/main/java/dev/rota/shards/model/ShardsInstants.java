package dev.rota.shards.model;

import dev.rota.kernel.engine.Engine;

/** Instants in epoch milliseconds, up to {@link Engine#NEVER}. */
public final class ShardsInstants {
  private ShardsInstants() {}

  /** Adds a duration. Returns {@link Engine#NEVER} on overflow. */
  public static long plus(long atMillis, long millis) {
    long sum = atMillis + millis;
    return atMillis > 0 && sum < 0 ? Engine.NEVER : sum;
  }

  /** Returns the end of a limit that begins now. The limit 0 never ends. */
  public static long limit(long nowMillis, long millis) {
    return millis == 0 ? Engine.NEVER : plus(nowMillis, millis);
  }
}
