package dev.rota.chunks.placement.live;

import java.util.Arrays;

/** Slots that no chunk has. One that was given back is taken before a new one. */
final class FreeSlots {
  private static final int LENGTH_MIN = 16; // many networks never give one back

  private static final int[] NONE = {};

  private int limit;
  private int[] given = NONE;
  private int count;

  int take() {
    return count > 0 ? given[--count] : limit++;
  }

  void give(int slot) {
    if (count == given.length) {
      given = Arrays.copyOf(given, Math.max(LENGTH_MIN, 2 * count));
    }
    given[count++] = slot;
  }

  /** Returns a number greater than any slot that was taken. */
  int limit() {
    return limit;
  }
}
