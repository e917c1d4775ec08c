package dev.rota.chunks.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The progress of a multi-record listing.
 *
 * @param dataset dataset of its part 0
 * @param parts number of parts; null: not yet known
 * @param came parts that arrived; empty once complete
 * @param atMillis arrival of the last part, epoch ms
 * @param complete true if it took effect; its id is remembered for a while
 * @param added chunks added by all parts; the other three counters also cover all parts
 */
public record ListingRow(
    String dataset,
    Integer parts,
    BitSet came,
    long atMillis,
    boolean complete,
    long added,
    long removed,
    long unchanged,
    long refused) {
  /** The maximum number of parts in a listing. */
  public static final int PARTS_MAX = 100_000;

  private static final int MISSING_TOLD = 100;

  public static ListingRow of(String dataset) {
    return new ListingRow(dataset, null, new BitSet(), 0, false, 0, 0, 0, 0);
  }

  public boolean has(int part) {
    return complete ? part < parts : came.get(part);
  }

  public boolean isWhole() {
    return parts != null && received() == parts;
  }

  public int received() {
    return complete ? parts : came.cardinality();
  }

  /** Returns the number of known parts. */
  public int known() {
    return parts != null ? parts : came.length();
  }

  /** Returns the first missing parts before the highest one that arrived. */
  public List<Integer> gaps() {
    return missing(came.length());
  }

  /** Returns the first missing parts. */
  public List<Integer> missing() {
    return missing(known());
  }

  private List<Integer> missing(int limit) {
    List<Integer> missing = new ArrayList<>();
    int part = complete ? limit : came.nextClearBit(0);
    while (part < limit && missing.size() < MISSING_TOLD) {
      missing.add(part);
      part = came.nextClearBit(part + 1);
    }
    return missing;
  }

  /**
   * Returns the row after another part.
   *
   * @param of number of parts; null: not said
   */
  public ListingRow with(int part, Integer of, ListingTally tally, long nowMillis) {
    BitSet all = (BitSet) came.clone();
    all.set(part);
    return new ListingRow(
        dataset,
        of == null ? parts : of,
        all,
        nowMillis,
        false,
        added + tally.added(),
        removed + tally.removed(),
        unchanged + tally.unchanged(),
        refused + tally.refused());
  }

  ListingRow completed() {
    return new ListingRow(dataset, parts, new BitSet(), atMillis, true, 0, 0, 0, 0);
  }
}
