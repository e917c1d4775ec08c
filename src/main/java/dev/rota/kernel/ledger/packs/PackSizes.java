package dev.rota.kernel.ledger.packs;

/**
 * How large packs are, and when all rows are packed again. The changelog's packs have at most three
 * to four times the bytes of the rows, and the floor.
 *
 * @param pack bytes of rows in a pack; a larger row has a pack of its own
 * @param floor bytes of packs below which no pass begins
 * @param checkpoint bytes of rows that a pass packs at each checkpoint, at least
 * @param copy the same of a pass over rows that were made anew
 * @param rows that a pass reads at once
 * @param garbage packs that are removed at each checkpoint, at most
 */
public record PackSizes(int pack, long floor, long checkpoint, long copy, int rows, int garbage) {
  public static final PackSizes DEFAULT =
      new PackSizes(512 << 10, 4L << 20, 256L << 10, 16L << 20, 256, 1_000);

  /** A pass packs so many times as much as has changed. */
  private static final int SHARE = 4;

  /**
   * Returns true if a pass would remove much.
   *
   * @param grown the bytes that the rows have grown by since the last pass; less than 0: unused
   */
  boolean isDue(PackInventory packs, long grown) {
    return packs.bytes() > 2 * (packs.live() + Math.max(0, grown)) + floor;
  }

  /** What a pass packs at a checkpoint, bytes. */
  long budget(long changed) {
    return Math.max(Math.max(changed, checkpoint), Math.min(SHARE * changed, copy));
  }
}
