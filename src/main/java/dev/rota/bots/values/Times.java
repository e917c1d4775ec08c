package dev.rota.bots.values;

import dev.rota.engine.Engine;

/** Instants, in epoch milliseconds. */
public final class Times {
  private Times() {}

  /** Later by so much, or never: a record may carry the last instant there is. */
  public static long plus(long atMillis, long millis) {
    long sum = atMillis + millis;
    return millis > 0 && sum < atMillis ? Engine.NEVER : sum;
  }
}
