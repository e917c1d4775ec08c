package dev.rota.notary;

import dev.rota.ledger.Entry;
import dev.rota.ledger.Page;
import dev.rota.ledger.PageWire;
import dev.rota.proof.BadProof;
import dev.rota.proof.Leaf;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * A turn of a page.
 *
 * @param page that holds only this turn, its state's digest and seal zeros
 */
record SignedPage(byte[] page) implements Signed {
  /** Takes a turn from a page of the ledger; null: the page does not have it. */
  static SignedPage of(byte[] record, String lane, long number) {
    PageWire wire = new PageWire();
    Page page = decode(record);
    for (Entry turn : page.turns()) {
      if (turn.number() == number && turn.lane().equals(lane)) {
        return new SignedPage(wire.alone(page, turn));
      }
    }
    return null;
  }

  @Override
  public Entry turn() {
    Page alone = decode(page);
    Entry turn = alone.turns().get(0);
    if (alone.number() < 1 || !Arrays.equals(new PageWire().alone(alone, turn), page)) {
      throw new BadProof("the page is not that of one turn");
    }
    return turn;
  }

  @Override
  public Leaf leaf() {
    return PageLeaves.of(turn(), page);
  }

  @Override
  public OptionalInt partition() {
    return OptionalInt.of(decode(page).partition());
  }

  private static Page decode(byte[] bytes) {
    try {
      return new PageWire().decode(bytes);
    } catch (PageWire.BadPage e) {
      throw new BadProof("the page is damaged");
    }
  }
}
