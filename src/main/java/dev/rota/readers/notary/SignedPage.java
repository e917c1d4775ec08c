package dev.rota.readers.notary;

import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.TurnLeaf;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.TurnPage;
import java.util.Arrays;

/**
 * A turn of a page.
 *
 * @param page that holds only this turn, its state's digest and seal zeros
 */
record SignedPage(byte[] page) {
  /** Takes a turn from a page of the ledger; null: the page does not have it. */
  static SignedPage of(byte[] record, String lane, long number) {
    PageWire wire = new PageWire();
    TurnPage page = decode(record);
    for (TurnEntry turn : page.turns()) {
      if (turn.number() == number && turn.lane().equals(lane)) {
        return new SignedPage(wire.alone(page, turn));
      }
    }
    return null;
  }

  /**
   * The turn.
   *
   * @throws BadProof if it cannot be read
   */
  TurnEntry turn() {
    TurnPage alone = decode(page);
    TurnEntry turn = alone.turns().get(0);
    if (alone.number() < 1 || !Arrays.equals(new PageWire().alone(alone, turn), page)) {
      throw new BadProof("the page is not that of one turn");
    }
    return turn;
  }

  /**
   * The leaf that the log must have.
   *
   * @throws BadProof if the turn cannot be read
   */
  TurnLeaf leaf() {
    return PageLeaves.of(turn(), page);
  }

  /**
   * The ledger's partition.
   *
   * @throws BadProof if it cannot be read
   */
  int partition() {
    return decode(page).partition();
  }

  private static TurnPage decode(byte[] bytes) {
    try {
      return new PageWire().decode(bytes);
    } catch (PageWire.BadPage _) {
      throw new BadProof("the page is damaged");
    }
  }
}
