package dev.rota.readers.notary;

import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.LogCheckpoint;
import dev.rota.base.proof.MerkleTree;
import dev.rota.base.proof.TilePosition;
import dev.rota.base.proof.TreeHead;
import dev.rota.base.proof.TurnLeaf;
import dev.rota.kernel.ledger.PageEnd;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Holds a log to its ledger, one to one: each leaf is the ledger's next turn. The log's tree is
 * computed from the ledger's own turns. Only what lies before the first retained one comes from the
 * log. No signature covers the offsets beside the tiles, so they say nothing here.
 */
final class LogCheck {
  private final LogReader log;
  private final LogCheckpoint signed;
  private final long size;
  private final PageLeaves leaves;
  private final boolean whole;
  private final TreeHead tree = new TreeHead((_, _) -> {});
  private final List<Held> held = new ArrayList<>();

  /** The index of the ledger's first retained turn; -1: nothing is retained, or not looked at. */
  private long first = -1;

  /** The log has the first retained turn, or the ledger's beginning is retained. */
  private boolean met;

  private long turns;
  private TilePosition tile;
  private List<TurnLeaf> entries;

  /** Those of the tile; null: they are not compared. */
  private long[] offsets;

  private boolean offsetsToo;

  /** A checkpoint whose root the tree must have at its size. */
  private record Held(LogCheckpoint head, Function<String, RuntimeException> failure, String why) {}

  /**
   * Begins where the ledger does.
   *
   * @param signed the log's newest checkpoint; null: there is none
   * @param leaves of the ledger's partition, at its beginning
   * @param whole false: the ledger's beginning is not retained
   */
  LogCheck(LogReader log, LogCheckpoint signed, PageLeaves leaves, boolean whole) {
    this.log = log;
    this.signed = signed;
    this.size = signed == null ? 0 : signed.size();
    this.leaves = leaves;
    this.whole = whole;
    hold(signed, BadProof::new, "the log does not have the %d turns that are signed");
  }

  /** The tree must have this root at its size, or that is what is reported. */
  void hold(LogCheckpoint head, Function<String, RuntimeException> failure, String why) {
    if (head != null) {
      held.add(new Held(head, failure, why.formatted(head.size())));
    }
  }

  /** The log's offsets are compared as well: it is the notary's own. */
  LogCheck withOffsets() {
    offsetsToo = true;
    return this;
  }

  /** Number of the ledger's turns that were taken. */
  long turns() {
    return turns;
  }

  /** The log's index of the first retained turn. */
  private long first() {
    return Math.max(0, first);
  }

  /** False: the log ends before the first retained turn. */
  boolean isMet() {
    return met || whole;
  }

  /** How many leaves of a log of this size are turns that were taken, behind so many of them. */
  long same(long logSize, long behind) {
    return isMet() ? Math.max(0, Math.min(turns, logSize - first()) - behind) : 0;
  }

  /** Number of signed turns that the ledger retains. Each is the same. */
  long same() {
    finish();
    return same(size, 0);
  }

  /** The tree of all turns up to here; null: it is not known. */
  LogCheckpoint head() {
    return isMet() && signed != null
        ? new LogCheckpoint(signed.origin(), tree.size(), tree.root())
        : null;
  }

  /** The last page that was taken; null: there is none yet. */
  PageEnd end() {
    return leaves.end(turns);
  }

  /** Takes the ledger's next record. */
  void take(long offset, byte[] record) {
    if (first < 0) {
      begin(record);
    }
    boolean open = isOpen();
    for (TurnLeaf found : leaves.next(record)) {
      if (isOpen()) {
        compare(offset, found);
      } else if (open) {
        throw new LedgerRewritten(
            "offset %d has %s; no more of it is signed".formatted(offset, told(found)));
      }
      if (isMet()) {
        append(found);
      }
      turns++;
    }
  }

  /** All leaves are held to the ledger, as far as it has their turns. */
  boolean isDone() {
    return first >= 0 && !isOpen();
  }

  /** There are more leaves to be held to the ledger. */
  private boolean isOpen() {
    return isMet() && tree.size() < size;
  }

  /** What lies before the first retained turn is the log's word alone. */
  private void begin(byte[] record) {
    if (!whole) {
      byte[] due = leaves.of(record).get(0).bytes();
      while (tree.size() < size && !Arrays.equals(leaf().bytes(), due)) {
        TurnLeaf before = leaf();
        leaves.resume(before);
        append(before);
      }
      met = tree.size() < size;
      if (!met) {
        leaves.forget(); // nothing says what was between the log and the ledger
      }
    }
    first = tree.size();
  }

  private void append(TurnLeaf leaf) {
    holdRoots();
    tree.append(leaf.bytes());
  }

  private void holdRoots() {
    for (Held one : held) {
      if (one.head().size() == tree.size() && !Arrays.equals(one.head().root(), tree.root())) {
        throw one.failure().apply(one.why());
      }
    }
  }

  private void compare(long offset, TurnLeaf found) {
    TurnLeaf expected = leaf();
    if (Arrays.equals(found.bytes(), expected.bytes())) {
      compareOffset(offset, found);
      return;
    }
    holdLeaf(expected);
    throw new LedgerRewritten(
        "leaf %d of the log is %s; the ledger's turn there, at offset %d, is %s%s"
            .formatted(
                tree.size(),
                told(expected),
                offset,
                told(found),
                told(expected).equals(told(found)) ? ", with another digest" : ""));
  }

  private void compareOffset(long offset, TurnLeaf found) {
    long said = offsetsToo ? offsets[(int) (tree.size() % TilePosition.FULL)] : offset;
    if (said != offset) {
      throw new LedgerRewritten(
          "leaf %d of the log, %s, has offset %d; the ledger has this turn at offset %d"
              .formatted(tree.size(), told(found), said, offset));
    }
  }

  /** The log's files may be damaged: then the leaf is not what is signed. */
  private void holdLeaf(TurnLeaf leaf) {
    long index = tree.size();
    try {
      MerkleTree.verifyInclusion(
          MerkleTree.leaf(leaf.bytes()), index, log.at(size).inclusion(index), size, signed.root());
    } catch (BadProof e) {
      throw new BadProof(
          "leaf %d of the log, %s, does not have the digest that is signed: %s"
              .formatted(index, told(leaf), e.getMessage()));
    }
  }

  /**
   * No more turns will come.
   *
   * @throws LedgerRewritten if the log has more leaves
   */
  void finish() {
    while (first < 0 && !whole && tree.size() < size) {
      append(leaf());
    }
    holdRoots();
    if (isOpen()) {
      TurnLeaf more = leaf();
      holdLeaf(more);
      throw new LedgerRewritten(
          "leaf %d of the log is %s; the ledger has no such turn"
              .formatted(tree.size(), told(more)));
    }
  }

  private static String told(TurnLeaf leaf) {
    return "lane " + leaf.lane() + ", turn " + leaf.turn();
  }

  /** The log's leaf at the tree's size. */
  private TurnLeaf leaf() {
    TilePosition now = TilePosition.of(0, tree.size() / TilePosition.FULL, size);
    if (!now.equals(tile)) {
      tile = now;
      entries = log.leaves(now);
      offsets = offsetsToo ? log.offsets(now) : null;
    }
    return entries.get((int) (tree.size() % TilePosition.FULL));
  }
}
