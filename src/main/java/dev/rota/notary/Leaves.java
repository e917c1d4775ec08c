package dev.rota.notary;

import dev.rota.ledger.PageEnd;
import dev.rota.proof.Leaf;
import java.util.List;

/**
 * Turns the records of a ledger partition into leaves of its log: entries, if it is an old one, and
 * then pages. Not thread-safe.
 */
public final class Leaves {
  private final LaneEnds ends;
  private final EntryLeaves entries;
  private final PageLeaves pages;

  /**
   * Begins with the ledger's first record.
   *
   * @param whole false: the ledger's beginning is not retained
   */
  public Leaves(int partition, boolean whole) {
    ends = new LaneEnds(whole);
    entries = new EntryLeaves(ends);
    pages = new PageLeaves(ends, partition, whole);
  }

  /** Goes on after a leaf that the log has. Called for each of them, in order. */
  void resume(Leaf leaf) {
    ends.add(leaf);
    pages.resume();
  }

  /**
   * The leaves of the next record, in order. A record that is refused changes nothing.
   *
   * @throws Rewritten if the record does not continue those before it
   */
  List<Leaf> next(LedgerRecord record) {
    List<Leaf> leaves;
    if (record.isPage()) {
      leaves = pages.next(record.bytes());
    } else {
      pages.checkNone();
      leaves = List.of(entries.next(record.bytes()));
      pages.entered();
    }
    leaves.forEach(ends::add);
    return leaves;
  }

  /** The leaves of a record, whatever was before it. */
  List<Leaf> of(LedgerRecord record) {
    return record.isPage() ? pages.of(record.bytes()) : List.of(entries.of(record.bytes()));
  }

  /** Goes on after the last record that the log has. */
  void met(LedgerRecord record) {
    if (record.isPage()) {
      pages.met(record.bytes());
    } else {
      pages.entered();
    }
  }

  /** Goes on after a last page that the ledger no longer has. */
  void met(PageEnd end) {
    pages.met(end);
  }

  /** What the next page continues, after so many turns; null: it is not known. */
  PageEnd end(long turns) {
    return pages.end(turns);
  }
}
