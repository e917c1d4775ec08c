package dev.rota.chunks.values;

import dev.rota.engine.Engine;

/**
 * The time in which changes gather to one generation. Times are in epoch milliseconds.
 *
 * @param openedAt the first change
 * @param dueAt when it is made
 * @param urgent later listings do not put it off
 */
public record Window(long openedAt, long dueAt, boolean urgent) {
  /** Nothing waits. */
  public static final Window CLOSED = new Window(Engine.NEVER, Engine.NEVER, false);

  public boolean isOpen() {
    return dueAt != Engine.NEVER;
  }

  /** Chunks came or went: more may be on their way, so it waits for the last. */
  public Window listed(Policy policy, long nowMillis) {
    if (urgent && isAhead(nowMillis)) {
      return this;
    }
    long since = isAhead(nowMillis) ? openedAt : nowMillis;
    long due = Math.min(since + policy.debounceMax(), nowMillis + policy.debounce());
    return new Window(since, after(nowMillis, due), false);
  }

  /** Workers or the policy changed: copies are missing, so nothing puts it off. */
  public Window urged(Policy policy, long nowMillis) {
    long due = after(nowMillis, nowMillis + policy.debounce());
    return isAhead(nowMillis)
        ? new Window(openedAt, Math.min(dueAt, due), true)
        : new Window(nowMillis, due, true);
  }

  /** One that was due and is still there was set aside: what comes now gets a window of its own. */
  private boolean isAhead(long nowMillis) {
    return isOpen() && dueAt > nowMillis;
  }

  /** Never at once: what else happens in this instant belongs to it. */
  private static long after(long nowMillis, long dueAt) {
    return Math.max(nowMillis + 1, dueAt);
  }
}
