package dev.rota.readers.notary;

import dev.rota.base.proof.TurnLeaf;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.TurnPage;
import dev.rota.kernel.table.Sha256;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns the pages of a ledger partition into leaves of its log, one for each turn. A turn's digest
 * is SHA-256 over the page that holds only this turn, so that it is verified without the others.
 * Not thread-safe.
 */
public final class PageLeaves {
  private static final long UNKNOWN = -1;

  private final PageWire wire = new PageWire();
  private final int partition;
  private final boolean whole;

  /** The last turn of each lane. */
  private final Map<String, Long> ends = new HashMap<>();

  /** The last page's number; 0: none yet. */
  private long number;

  /** The seal that the next page closes over; null: it is not known. */
  private byte[] seal;

  /**
   * Begins with the ledger's first page.
   *
   * @param whole false: the ledger's beginning is not retained, so a lane may begin anywhere
   */
  public PageLeaves(int partition, boolean whole) {
    this.partition = partition;
    this.whole = whole;
    number = whole ? 0 : UNKNOWN;
    seal = whole ? PageEnd.START.seal() : null;
  }

  /** Goes on after a leaf that the log has. Called for each of them, in order. */
  void resume(TurnLeaf leaf) {
    ends.put(leaf.lane(), leaf.turn());
    number = UNKNOWN;
    seal = null;
  }

  /** Goes on after turns that nobody has: a lane may go on anywhere. */
  void forget() {
    ends.clear();
  }

  /**
   * The leaves of the next page, in order. A page that is refused changes nothing.
   *
   * @throws LedgerRewritten if it does not continue those before it
   */
  List<TurnLeaf> next(byte[] record) {
    TurnPage page = decode(record);
    if (page.partition() != partition) {
      throw new LedgerRewritten(
          "page %d is one of partition %d".formatted(page.number(), page.partition()));
    }
    long due = number == UNKNOWN ? Math.max(1, page.number()) : number + 1;
    if (page.number() != due) {
      throw new LedgerRewritten(
          "there is page %d where page %d is due".formatted(page.number(), due));
    }
    if (seal != null && !Arrays.equals(wire.sealOf(record, seal), PageWire.seal(record))) {
      throw new LedgerRewritten(
          "the seal of page %d does not continue the page before".formatted(page.number()));
    }
    checkTurns(page);
    List<TurnLeaf> leaves = leaves(page);
    leaves.forEach(leaf -> ends.put(leaf.lane(), leaf.turn()));
    passed(page, record);
    return leaves;
  }

  /** A lane that comes from another partition goes on with its own number. */
  private void checkTurns(TurnPage page) {
    Map<String, Long> due = new HashMap<>();
    for (TurnEntry turn : page.turns()) {
      Long next = due.put(turn.lane(), turn.number() + 1);
      Long end = ends.get(turn.lane());
      if (next == null && (end != null || whole)) {
        next = end == null ? 1 : end + 1;
      }
      boolean comesLater = turn.isFirstPiece() && (next == null || turn.number() > next);
      if (next != null && turn.number() != next && !comesLater) {
        throw new LedgerRewritten(
            "lane %s has turn %d where turn %d is due".formatted(turn.lane(), turn.number(), next));
      }
    }
  }

  /** The leaves of a page, whatever was before it. */
  List<TurnLeaf> of(byte[] record) {
    return leaves(decode(record));
  }

  /** Goes on after the last page that the log has. */
  void met(byte[] record) {
    passed(decode(record), record);
  }

  /** Goes on after a last page that the ledger no longer has. */
  void met(PageEnd end) {
    number = end.pages();
    seal = end.seal();
  }

  /**
   * What the next page continues; null: there is no page yet, or it is not known.
   *
   * @param turns in the log so far
   */
  PageEnd end(long turns) {
    return number > 0 ? new PageEnd(number, turns, seal) : null;
  }

  private void passed(TurnPage page, byte[] record) {
    number = page.number();
    seal = PageWire.seal(record);
  }

  private TurnPage decode(byte[] record) {
    try {
      return wire.decode(record);
    } catch (PageWire.BadPage e) {
      throw new LedgerRewritten("there is a record that is no ledger page: " + e.getMessage());
    }
  }

  private List<TurnLeaf> leaves(TurnPage page) {
    List<TurnLeaf> leaves = new ArrayList<>(page.turns().size());
    for (TurnEntry turn : page.turns()) {
      leaves.add(of(turn, wire.alone(page, turn)));
    }
    return leaves;
  }

  /** The leaf of a turn that is alone in its page. */
  static TurnLeaf of(TurnEntry turn, byte[] alone) {
    return new TurnLeaf(turn.lane(), turn.number(), Sha256.of(alone));
  }
}
