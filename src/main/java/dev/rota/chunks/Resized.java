package dev.rota.chunks;

import dev.rota.chunks.Slots.Edit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The chunks that are there before and after a demand, and have other sizes after it. */
public final class Resized {
  /** There is none. */
  public static final Resized NONE = new Resized(new int[0], new long[0]);

  /** Ascending. */
  private final int[] slots;

  private final long[] before;

  private Resized(int[] slots, long[] before) {
    this.slots = slots;
    this.before = before;
  }

  static Resized of(List<Edit> edits) {
    List<Edit> resized =
        edits.stream()
            .filter(edit -> edit.was() != null && edit.is() != null)
            .filter(edit -> edit.was().bytes() != edit.is().bytes())
            .sorted(Comparator.comparingInt(Edit::slot))
            .toList();
    return resized.isEmpty()
        ? NONE
        : new Resized(
            resized.stream().mapToInt(Edit::slot).toArray(),
            resized.stream().mapToLong(edit -> edit.was().bytes()).toArray());
  }

  int[] slots() {
    return slots.clone();
  }

  /** The size that a chunk had before, whether it is another one now or not. */
  long before(int slot, long now) {
    int at = slots.length == 0 ? -1 : Arrays.binarySearch(slots, slot);
    return at < 0 ? now : before[at];
  }
}
