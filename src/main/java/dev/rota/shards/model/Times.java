package dev.rota.shards.model;

import dev.rota.engine.Engine;

/** Instants in epoch milliseconds, up to {@link Engine#NEVER}. */
public final class Times {
  private Times() {}

  /** So long after that, or never when time does not go so far. */
  public static long plus(long atMillis, long millis) {
    long sum = atMillis + millis;
    return atMillis > 0 && sum < 0 ? Engine.NEVER : sum;
  }

  /** The end of a limit that begins now; 0: there is none. */
  public static long limit(long nowMillis, long millis) {
    return millis == 0 ? Engine.NEVER : plus(nowMillis, millis);
  }
}
