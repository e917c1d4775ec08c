package dev.rota.notary;

import dev.rota.ledger.Entry;
import dev.rota.ledger.EntryWire;
import dev.rota.ledger.Page;
import dev.rota.ledger.PageWire;
import dev.rota.proof.BadProof;
import dev.rota.proof.Leaf;
import java.util.Arrays;

/** What a turn's leaf is made of. */
sealed interface Signed {
  /**
   * The turn.
   *
   * @throws BadProof if it cannot be read
   */
  Entry turn();

  /**
   * The leaf that the log must have.
   *
   * @throws BadProof if it does not follow
   */
  Leaf leaf();

  /**
   * A turn with a record of its own.
   *
   * @param before the lane's seal before the turn
   * @param entry the ledger's record
   */
  record OfEntry(byte[] before, byte[] entry) implements Signed {
    @Override
    public Entry turn() {
      return sealed().turn();
    }

    @Override
    public Leaf leaf() {
      EntryWire.Sealed sealed = sealed();
      if (!Arrays.equals(new EntryWire().sealOf(entry, before), sealed.seal())) {
        throw new BadProof("the entry does not have its seal");
      }
      return EntryLeaves.of(sealed);
    }

    private EntryWire.Sealed sealed() {
      try {
        return new EntryWire().decode(entry);
      } catch (EntryWire.BadEntry e) {
        throw new BadProof("the entry is damaged");
      }
    }
  }

  /**
   * A turn of a page.
   *
   * @param page that holds only this turn, its state's digest and seal zeros
   */
  record OfPage(byte[] page) implements Signed {
    /** Takes a turn from a page of the ledger; null: the page does not have it. */
    static OfPage of(byte[] record, String lane, long number) {
      PageWire wire = new PageWire();
      Page page = decode(record);
      for (Entry turn : page.turns()) {
        if (turn.number() == number && turn.lane().equals(lane)) {
          return new OfPage(wire.alone(page, turn));
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

    private static Page decode(byte[] bytes) {
      try {
        return new PageWire().decode(bytes);
      } catch (PageWire.BadPage e) {
        throw new BadProof("the page is damaged");
      }
    }
  }
}
