package dev.rota.chunks.placement;

import java.util.Arrays;

/** The chunks whose sizes a demand changed. */
public final class ResizedChunks {
  public static final ResizedChunks NONE = new ResizedChunks(new int[0], new long[0]);

  private final int[] slots;

  private final long[] before;

  /**
   * @param slots ascending
   * @param before their sizes before, in bytes
   */
  public ResizedChunks(int[] slots, long[] before) {
    this.slots = slots.clone();
    this.before = before.clone();
  }

  public int[] slots() {
    return slots.clone();
  }

  public boolean isEmpty() {
    return slots.length == 0;
  }

  public boolean has(int slot) {
    return slots.length > 0 && Arrays.binarySearch(slots, slot) >= 0;
  }

  /** Returns the size that a chunk had before, in bytes, or {@code now} if it did not change. */
  public long before(int slot, long now) {
    int at = slots.length == 0 ? -1 : Arrays.binarySearch(slots, slot);
    return at < 0 ? now : before[at];
  }
}
