package dev.rota.road.stream.past;

/**
 * The end of a partition of the ledger, and how it begins.
 *
 * @param pages the number of the last committed page; 0: none is retained
 * @param seal of that page; null: there is none
 * @param written true: the partition has or had records
 * @param begin offset of the first retained record; 0: none was ever removed
 * @param first the page that the first retained record is, if none was ever removed; 0: nothing
 */
public record LedgerEnd(long pages, byte[] seal, boolean written, long begin, long first) {
  /** The end of one from which nothing was ever removed. */
  public LedgerEnd(long pages, byte[] seal) {
    this(pages, seal, true, 0, 0);
  }

  /** An end without a page. */
  public LedgerEnd(boolean written) {
    this(0, null, written, 0, 0);
  }

  /** The same, which begins so. */
  public LedgerEnd beginning(long offset, long page) {
    return new LedgerEnd(pages, seal, written, offset, page);
  }

  /** Returns true if the first records were removed: turns may have been decided in them. */
  public boolean isTrimmed() {
    return begin > 0;
  }

  /** Returns true if records were removed, and none is left. */
  public boolean isExpired() {
    return isTrimmed() && pages == 0;
  }

  /** Returns true if nothing was removed, and yet the first pages are not there. */
  public boolean isHeadless() {
    return !isTrimmed() && first > 1;
  }
}
