package dev.rota.chunks.model;

import dev.rota.chunks.values.NetworkPolicy;
import dev.rota.kernel.engine.Deadlines;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.table.ChangedRows;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The multi-record listings by id: open ones, and complete ones for a while. */
public final class ListingIndex {
  public static final int OPEN_MAX = 1000;

  private final Deadlines deadlines;

  /** Many networks have none. */
  private SortedMap<String, ListingRow> listings = Collections.emptySortedMap();

  private final ChangedRows<String, ListingRow> rows;
  private NetworkPolicy policy = NetworkPolicy.DEFAULT;
  private int open;

  ListingIndex(Deadlines deadlines, ChangedRows<String, ListingRow> rows) {
    this.deadlines = deadlines;
    this.rows = rows;
  }

  /** Returns the listing, or null if there is none or it is over. */
  public ListingRow get(String id) {
    return listings.get(id);
  }

  public Map<String, ListingRow> all() {
    return listings;
  }

  public int open() {
    return open;
  }

  /** Returns when the listing expires or is forgotten unless another part arrives, epoch ms. */
  public static long endsAt(ListingRow row, NetworkPolicy policy) {
    return row.atMillis() + policy.gathering().listingTimeout() + 1;
  }

  /**
   * Replaces a listing's row.
   *
   * @param row null: it is over
   */
  void put(String id, ListingRow row) {
    restore(id, row);
    rows.mark(id);
  }

  /** Restores a row. The policy must be adopted before. */
  void restore(String id, ListingRow row) {
    listings = listings.isEmpty() ? new TreeMap<>() : listings;
    ListingRow was = row == null ? listings.remove(id) : listings.put(id, row);
    open += isOpen(row) - isOpen(was);
    deadlines.move(endsAt(was), endsAt(row), ChunksDeadlineKind.LISTING, id);
  }

  private long endsAt(ListingRow row) {
    return row == null ? Engine.NEVER : endsAt(row, policy);
  }

  private static int isOpen(ListingRow row) {
    return row == null || row.complete() ? 0 : 1;
  }

  void adopt(NetworkPolicy next) {
    listings.forEach(
        (id, row) ->
            deadlines.move(endsAt(row), endsAt(row, next), ChunksDeadlineKind.LISTING, id));
    policy = next;
  }
}
