package dev.rota.chunks.values;

import dev.rota.kernel.engine.Engine;

/**
 * The time window in which changes gather for one generation. Times are in epoch milliseconds.
 *
 * @param openedAt the first change
 * @param dueAt when the generation is made
 * @param urgent true if later listings do not delay it
 */
public record GenerationWindow(long openedAt, long dueAt, boolean urgent) {
  /** The window without pending changes. */
  public static final GenerationWindow CLOSED =
      new GenerationWindow(Engine.NEVER, Engine.NEVER, false);

  public boolean isOpen() {
    return dueAt != Engine.NEVER;
  }

  /** Returns the time until the generation is made; 0: the next turn makes it. */
  public long millisLeft(long nowMillis) {
    return Math.max(0, dueAt - nowMillis);
  }

  /** A listing waits for further listings, so it delays the generation. */
  public GenerationWindow listed(NetworkPolicy policy, long nowMillis) {
    if (urgent && isAhead(nowMillis)) {
      return this;
    }
    long since = isAhead(nowMillis) ? openedAt : nowMillis;
    long due =
        Math.min(
            since + policy.gathering().debounceMax(), nowMillis + policy.gathering().debounce());
    return new GenerationWindow(since, after(nowMillis, due), false);
  }

  /** A change of workers or policy leaves copies missing, so nothing delays it. */
  public GenerationWindow urged(NetworkPolicy policy, long nowMillis) {
    long due = after(nowMillis, nowMillis + policy.gathering().debounce());
    return isAhead(nowMillis)
        ? new GenerationWindow(openedAt, Math.min(dueAt, due), true)
        : new GenerationWindow(nowMillis, due, true);
  }

  /** A due window that is still open failed. The next change gets a new window. */
  private boolean isAhead(long nowMillis) {
    return isOpen() && dueAt > nowMillis;
  }

  /** Never in this instant: other changes of the same instant belong to the generation. */
  private static long after(long nowMillis, long dueAt) {
    return Math.max(nowMillis + 1, dueAt);
  }
}
