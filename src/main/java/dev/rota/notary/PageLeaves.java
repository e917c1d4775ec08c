package dev.rota.notary;

import dev.rota.ledger.Entry;
import dev.rota.ledger.Page;
import dev.rota.ledger.PageEnd;
import dev.rota.ledger.PageWire;
import dev.rota.proof.Leaf;
import dev.rota.table.Sha256;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A record is a page, which is many turns. A turn's digest is SHA-256 over the page that holds only
 * this turn, so that it is verified without the others.
 */
final class PageLeaves {
  private static final long UNKNOWN = -1;

  private final PageWire wire = new PageWire();
  private final LaneEnds ends;
  private final int partition;

  /** The last page's number; 0: none yet. */
  private long number;

  /** The last page's seal; null: it is not known. */
  private byte[] seal;

  /**
   * Begins before the first page.
   *
   * @param whole false: the ledger's beginning is not retained
   */
  PageLeaves(LaneEnds ends, int partition, boolean whole) {
    this.ends = ends;
    this.partition = partition;
    this.number = whole ? 0 : UNKNOWN;
  }

  /** Goes on after a record that is not known. */
  void resume() {
    number = UNKNOWN;
    seal = null;
  }

  /**
   * Checks that an entry may come.
   *
   * @throws Rewritten if there was a page
   */
  void checkNone() {
    if (number > 0) {
      throw new Rewritten("there is an entry behind page " + number);
    }
  }

  /** Goes on after an entry: none was a page. */
  void entered() {
    number = 0;
  }

  /**
   * The leaves of the next page, in order.
   *
   * @throws Rewritten if it does not continue the page before
   */
  List<Leaf> next(byte[] record) {
    Page page = decode(record);
    if (page.partition() != partition) {
      throw new Rewritten(
          "page %d is one of partition %d".formatted(page.number(), page.partition()));
    }
    long due = number == UNKNOWN ? Math.max(1, page.number()) : number + 1;
    if (page.number() != due) {
      throw new Rewritten("there is page %d where page %d is due".formatted(page.number(), due));
    }
    byte[] before = number == 0 ? ends.seal() : seal;
    if (before != null && !Arrays.equals(wire.sealOf(record, before), PageWire.seal(record))) {
      throw new Rewritten(
          "the seal of page %d does not continue the page before".formatted(page.number()));
    }
    checkTurns(page);
    List<Leaf> leaves = leaves(page);
    passed(page, record);
    return leaves;
  }

  private void checkTurns(Page page) {
    Map<String, Long> due = new HashMap<>();
    for (Entry turn : page.turns()) {
      Long number = due.put(turn.lane(), turn.number() + 1);
      if (number == null) {
        ends.check(turn.lane(), turn.number());
      } else {
        LaneEnds.check(turn.lane(), turn.number(), number);
      }
    }
  }

  /** The leaves of a page, whatever was before it. */
  List<Leaf> of(byte[] record) {
    return leaves(decode(record));
  }

  /** Goes on after a page that the log has already. */
  void met(byte[] record) {
    passed(decode(record), record);
  }

  /** Goes on after a page that the ledger no longer has. */
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

  private void passed(Page page, byte[] record) {
    number = page.number();
    seal = PageWire.seal(record);
  }

  private Page decode(byte[] record) {
    try {
      return wire.decode(record);
    } catch (PageWire.BadPage e) {
      throw new Rewritten("there is a record that is no ledger page: " + e.getMessage());
    }
  }

  private List<Leaf> leaves(Page page) {
    List<Leaf> leaves = new ArrayList<>(page.turns().size());
    for (Entry turn : page.turns()) {
      leaves.add(of(turn, wire.alone(page, turn)));
    }
    return leaves;
  }

  /** The leaf of a turn that is alone in its page. */
  static Leaf of(Entry turn, byte[] alone) {
    return new Leaf(turn.lane(), turn.number(), Sha256.of(alone));
  }
}
