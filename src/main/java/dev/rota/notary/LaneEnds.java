package dev.rota.notary;

import dev.rota.ledger.EntryWire;
import dev.rota.ledger.PageEnd;
import dev.rota.proof.Leaf;
import java.util.HashMap;
import java.util.Map;

/** The last turn of each lane that a log has. */
final class LaneEnds {
  private final Map<String, Leaf> ends = new HashMap<>();
  private final boolean whole;

  /**
   * Begins without a turn.
   *
   * @param whole false: the ledger's beginning is not retained, so a lane may begin anywhere
   */
  LaneEnds(boolean whole) {
    this.whole = whole;
  }

  void add(Leaf leaf) {
    ends.put(leaf.lane(), leaf);
  }

  /**
   * Checks the number of the lane's next turn.
   *
   * @throws Rewritten if it does not follow
   */
  void check(String lane, long number) {
    Leaf before = ends.get(lane);
    if (before != null || whole) {
      check(lane, number, before == null ? 1 : before.turn() + 1);
    }
  }

  static void check(String lane, long number, long due) {
    if (number != due) {
      throw new Rewritten("lane %s has turn %d where turn %d is due".formatted(lane, number, due));
    }
  }

  /** The seal that the lane's next entry closes over; null: it is not known. */
  byte[] seal(String lane, long number) {
    Leaf before = ends.get(lane);
    if (before != null) {
      return before.digest();
    }
    return number == 1 ? EntryWire.noSeal() : null;
  }

  /** The seal that the first page closes over; null: it is not known. */
  byte[] seal() {
    if (!whole) {
      return null;
    }
    PageEnd.OfEntries end = new PageEnd.OfEntries();
    ends.forEach((lane, leaf) -> end.add(lane, leaf.turn(), leaf.digest()));
    return end.seal();
  }
}
