package dev.rota.bots.values;

import dev.rota.kernel.engine.Engine;

/** Arithmetic on instants in epoch milliseconds. */
public final class BotsInstants {
  private BotsInstants() {}

  /** Returns the sum, or {@link Engine#NEVER} if it overflows. */
  public static long plus(long atMillis, long millis) {
    long sum = atMillis + millis;
    return millis > 0 && sum < atMillis ? Engine.NEVER : sum;
  }
}
