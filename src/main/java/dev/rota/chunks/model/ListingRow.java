package dev.rota.chunks.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A listing of many records: how far it has come, or that it is complete.
 *
 * @param dataset of its part 0
 * @param parts how many it has; null: no record has said so
 * @param came the parts that have come; of a complete one, none is told
 * @param atMillis when the last of them came, epoch ms
 * @param complete it counts, and its id is remembered for a while
 * @param added by all of its parts, as are the other three
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
  /** How many records a listing may have. */
  public static final int PARTS_MAX = 100_000;

  private static final int MISSING_TOLD = 100;

  /** One of which nothing has come yet. */
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

  /** How many parts are known of. */
  public int known() {
    return parts != null ? parts : came.length();
  }

  /** Those before the last that came which have not come, the first of them. */
  public List<Integer> gaps() {
    return missing(came.length());
  }

  /** Those that have not come, the first of them. */
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
   * Another part has come.
   *
   * @param of how many there are; null: it does not say
   */
  public ListingRow with(int part, Integer of, Tally tally, long nowMillis) {
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

  /** All of it counts. */
  ListingRow completed() {
    return new ListingRow(dataset, parts, new BitSet(), atMillis, true, 0, 0, 0, 0);
  }
}
