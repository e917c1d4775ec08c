package dev.rota.road.stream.rows;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The checkpoint that each task of an application makes as it is stopped in order, so that nobody
 * replays its last turns.
 */
public final class LastCheckpoint {
  private static final Duration LOOK = Duration.ofMillis(10);

  private final Set<UnsavedTail> tails = ConcurrentHashMap.newKeySet();
  private volatile boolean due;

  /** A task is open. */
  public void opened(UnsavedTail tail) {
    tails.add(tail);
  }

  /** A task is closed. */
  public void closed(UnsavedTail tail) {
    tails.remove(tail);
  }

  /** Returns true if each commit shall be a checkpoint. */
  public boolean isDue() {
    return due;
  }

  /** From now on it is due. Waits so long for it at most: without it a tail is left. */
  public void await(Duration limit) {
    due = true;
    long began = System.nanoTime();
    try {
      while (System.nanoTime() - began < limit.toNanos()
          && !tails.stream().allMatch(tail -> tail.hasEnded(began))) {
        TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
