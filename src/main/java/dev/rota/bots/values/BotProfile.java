package dev.rota.bots.values;

/**
 * What a bot says of itself, anew with each heartbeat.
 *
 * @param capacity jobs at a time
 * @param priority lower is better
 */
public record BotProfile(BotHealth health, int capacity, int priority) {
  /** Jobs at a time that it may get: none unless it is well. */
  public int slots() {
    return health == BotHealth.OK ? capacity : 0;
  }
}
