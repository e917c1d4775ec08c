package dev.rota.kernel.ledger;

import java.util.Arrays;

/** The order, the seals and the encoding of one partition's pages. */
final class PageChain {
  private final PageWire wire = new PageWire();

  private static final long UNKNOWN = -1;

  /** The last page's number; 0: none yet. */
  private long number;

  /** The last page's seal as it should be and as it is; null: it is not known. */
  private byte[] expected;

  private byte[] found;
  private boolean torn;

  /** Of which bytes the right seal is known, and that; null: of none. */
  private byte[] hashed;

  private byte[] right;

  /**
   * Begins before the first page.
   *
   * @param whole false: the first records are no longer retained
   */
  PageChain(boolean whole) {
    number = whole ? 0 : UNKNOWN;
    found = whole ? PageEnd.START.seal() : null;
    expected = found;
  }

  /** Begins behind that end. */
  PageChain(PageEnd end) {
    number = end.pages();
    found = end.seal();
    expected = found;
  }

  /** Returns true if something is missing, so that lanes may have gaps. */
  boolean isTorn() {
    return torn;
  }

  void tear() {
    torn = true;
    number = UNKNOWN;
    expected = null;
    found = null;
    hashed = null;
  }

  /** Returns what is wrong with the order of this page, or null. Pages before it may be missing. */
  ReplayVerdict.Differs order(TurnPage page) {
    if (number == UNKNOWN || page.number() == number + 1) {
      return null;
    }
    boolean repeated = page.number() <= number;
    ReplayVerdict.Differs differs =
        ReplayVerdict.Differs.page(
            repeated ? "a page is repeated or out of order" : "pages are missing before this one",
            "page " + (number + 1),
            "page " + page.number());
    if (!repeated) {
      tear();
    }
    return new ReplayVerdict.Differs(differs.divergence(), null, repeated);
  }

  /** What is wrong with the page itself, or null. */
  ReplayVerdict.Differs difference(PageWire.Read read, byte[] pageBytes) {
    byte[] seal = PageWire.seal(pageBytes);
    byte[] again = read.exact() ? pageBytes : encoded(read.page(), seal);
    if (expected != null && !closes(seal, pageBytes) && !closes(seal, again)) {
      return ReplayVerdict.Differs.page(
          "seal",
          ReplayVerdict.Divergence.hex(wire.sealOf(pageBytes, found)),
          ReplayVerdict.Divergence.hex(seal));
    }
    return Arrays.equals(again, pageBytes)
        ? null
        : ReplayVerdict.Differs.page(
            "encoding", "the one encoding of page " + read.page().number(), "another");
  }

  /** The one encoding of a page with this seal. */
  private byte[] encoded(TurnPage page, byte[] seal) {
    byte[] bytes = wire.encode(page);
    System.arraycopy(seal, 0, bytes, bytes.length - seal.length, seal.length);
    return bytes;
  }

  /** The seal of these bytes behind the last page. A page is asked about twice. */
  private byte[] right(byte[] pageBytes) {
    if (pageBytes != hashed) {
      right = wire.sealOf(pageBytes, found);
      hashed = pageBytes;
    }
    return right;
  }

  private boolean closes(byte[] seal, byte[] pageBytes) {
    return Arrays.equals(seal, right(pageBytes))
        || found != expected && Arrays.equals(seal, wire.sealOf(pageBytes, expected));
  }

  /**
   * This was the last page. Whoever edited it may have left its seal, or the next one's, as it was.
   */
  void passed(TurnPage page, byte[] pageBytes) {
    number = page.number();
    byte[] seal = PageWire.seal(pageBytes);
    byte[] its = found == null ? seal : right(pageBytes);
    found = seal;
    expected = Arrays.equals(its, seal) ? seal : its;
    hashed = null;
  }
}
