package dev.rota.chunks.placement;

import java.util.Arrays;

/** The chunks that are there before and after a demand, and have other sizes after it. */
public final class Resized {
  /** There is none. */
  public static final Resized NONE = new Resized(new int[0], new long[0]);

  private final int[] slots;

  private final long[] before;

  /**
   * Of these chunks.
   *
   * @param slots ascending
   * @param before their sizes before
   */
  public Resized(int[] slots, long[] before) {
    this.slots = slots.clone();
    this.before = before.clone();
  }

  public int[] slots() {
    return slots.clone();
  }

  /** The size that a chunk had before, whether it is another one now or not. */
  public long before(int slot, long now) {
    int at = slots.length == 0 ? -1 : Arrays.binarySearch(slots, slot);
    return at < 0 ? now : before[at];
  }
}
