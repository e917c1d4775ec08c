package dev.rota.readers.follow.held;

import java.util.function.IntToLongFunction;

/**
 * A row of a resource: assignments that follow each other, and one that runs. Of those that have
 * ended it has the numbers, 4 bytes each. Not thread-safe.
 */
final class AssignedRow {
  private final ResourceRows resource;
  private final int number;
  private int[] bars = new int[2];
  private int first;
  private int next;
  private RunningBar running;

  /**
   * An empty row.
   *
   * @param number of the row among those of its resource
   */
  AssignedRow(ResourceRows resource, int number) {
    this.resource = resource;
    this.number = number;
  }

  ResourceRows resource() {
    return resource;
  }

  int number() {
    return number;
  }

  /** The one that runs; null: none does. */
  RunningBar running() {
    return running;
  }

  void run(RunningBar bar) {
    running = bar;
  }

  /** What ran has ended, and has this number now. */
  void end(int bar) {
    running = null;
    if (size() == bars.length) {
      resize(bars.length * 2);
    }
    bars[next++ & (bars.length - 1)] = bar;
  }

  /** Forgets the oldest that has ended. */
  void forgetFirst() {
    first++;
    if (bars.length > 2 && size() < bars.length / 4) {
      resize(bars.length / 2);
    }
  }

  private void resize(int length) {
    int[] moved = new int[length];
    for (int i = first; i != next; i++) {
      moved[i & (length - 1)] = bars[i & (bars.length - 1)];
    }
    bars = moved;
  }

  int size() {
    return next - first;
  }

  /** One that has ended, from 0, the oldest. */
  int bar(int index) {
    return bars[(first + index) & (bars.length - 1)];
  }

  /** The index of the first that ends then or later. */
  int firstEnding(long atMillis, IntToLongFunction end) {
    int from = 0;
    int to = size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (end.applyAsLong(bar(middle)) < atMillis) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }
}
