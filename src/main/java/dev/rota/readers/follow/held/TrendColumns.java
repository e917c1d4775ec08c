package dev.rota.readers.follow.held;

import dev.rota.kernel.domain.measures.QueueVitals;
import java.util.Arrays;

/** The last steps of a trend in columns, 52 bytes a step: 19 kB. Not thread-safe. */
final class TrendColumns {
  /** Those of an hour, and the one that is still open. */
  static final int STEPS = 361;

  private final int[] lanes = new int[STEPS];
  private final long[] waiting = new long[STEPS];
  private final long[] since = new long[STEPS];
  private final long[] held = new long[STEPS];
  private final long[] capacity = new long[STEPS];
  private final int[] turns = new int[STEPS];
  private final long[] begun = new long[STEPS];
  private final int[] refused = new int[STEPS];
  private long newest;

  /** Nothing is known up to this step. */
  TrendColumns(long newest) {
    this.newest = newest;
    Arrays.fill(since, QueueVitals.NONE);
    Arrays.fill(capacity, QueueVitals.UNKNOWN);
  }

  TrendColumns copy() {
    TrendColumns copy = new TrendColumns(newest);
    System.arraycopy(lanes, 0, copy.lanes, 0, STEPS);
    System.arraycopy(waiting, 0, copy.waiting, 0, STEPS);
    System.arraycopy(since, 0, copy.since, 0, STEPS);
    System.arraycopy(held, 0, copy.held, 0, STEPS);
    System.arraycopy(capacity, 0, copy.capacity, 0, STEPS);
    System.arraycopy(turns, 0, copy.turns, 0, STEPS);
    System.arraycopy(begun, 0, copy.begun, 0, STEPS);
    System.arraycopy(refused, 0, copy.refused, 0, STEPS);
    return copy;
  }

  /** Steps up to this one begin. The oldest are forgotten. */
  void advance(long to) {
    for (long step = Math.max(newest + 1, to - STEPS + 1); step <= to; step++) {
      clear(slot(step));
    }
    newest = Math.max(newest, to);
  }

  private void clear(int slot) {
    lanes[slot] = 0;
    waiting[slot] = 0;
    since[slot] = QueueVitals.NONE;
    held[slot] = 0;
    capacity[slot] = QueueVitals.UNKNOWN;
    turns[slot] = 0;
    begun[slot] = 0;
    refused[slot] = 0;
  }

  private static int slot(long step) {
    return (int) Math.floorMod(step, (long) STEPS);
  }

  long newest() {
    return newest;
  }

  long oldest() {
    return newest - STEPS + 1;
  }

  /** Lanes stood so at the ends of these steps, both included, as far as they are held. */
  void add(long from, long to, TrendLevel level) {
    for (long step = Math.max(from, oldest()); step <= Math.min(to, newest); step++) {
      int slot = slot(step);
      TrendLevel both = level(slot).plus(level);
      lanes[slot] = both.lanes();
      waiting[slot] = both.vitals().waiting();
      since[slot] = both.vitals().waitingSince();
      held[slot] = both.vitals().held();
      capacity[slot] = both.capacity();
    }
  }

  /** A turn was taken in this step. */
  void count(long step, TurnTally tally) {
    if (step >= oldest() && step <= newest) {
      int slot = slot(step);
      turns[slot]++;
      begun[slot] += tally.begun();
      refused[slot] += tally.refused();
    }
  }

  private TrendLevel level(int slot) {
    QueueVitals vitals =
        new QueueVitals(waiting[slot], since[slot], held[slot], QueueVitals.UNKNOWN);
    return new TrendLevel(lanes[slot], vitals, capacity[slot]);
  }

  /** How many lanes the levels of this step are of; 0: it is not held. */
  int lanes(long step) {
    return step < oldest() || step > newest ? 0 : lanes[slot(step)];
  }

  /**
   * A step that is held.
   *
   * @param endMillis when it ended, or how far it is: epoch ms
   * @param counted false: not all of its turns are known
   */
  TrendPoint point(long step, long endMillis, boolean counted) {
    int slot = slot(step);
    boolean levels = lanes[slot] > 0;
    boolean age = levels && waiting[slot] > 0 && since[slot] >= 0;
    return new TrendPoint(
        levels ? (Long) waiting[slot] : null,
        age ? Math.max(0, endMillis - since[slot]) : null,
        levels ? held[slot] : null,
        levels && capacity[slot] >= 0 ? capacity[slot] : null,
        counted ? (long) turns[slot] : null,
        counted ? begun[slot] : null,
        counted ? (long) refused[slot] : null);
  }
}
