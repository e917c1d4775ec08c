package dev.rota.notary;

import dev.rota.proof.Leaf;
import dev.rota.proof.Tile;
import java.util.Arrays;
import java.util.List;

/** Compares a ledger with its log, turn by turn. */
final class LogCheck {
  private final LogReader log;
  private final long size;
  private final Leaves leaves;
  private long at;
  private long same;
  private Tile tile;
  private List<Leaf> signed;
  private long[] offsets;

  /**
   * Begins where the ledger does.
   *
   * @param leaves of the ledger's partition, at its beginning
   * @param begin the ledger's first retained offset
   */
  LogCheck(PartitionLog log, Leaves leaves, long begin) {
    this(log.reader(), Heads.size(log.heads().signed()), leaves, begin);
  }

  /** As far as a log of others is signed. */
  LogCheck(LogReader log, long size, Leaves leaves, long begin) {
    this.log = log;
    this.size = size;
    this.leaves = leaves;
    while (at < size && offset() < begin) {
      leaves.resume(leaf());
      at++;
    }
  }

  /** Number of turns up to here, those before the ledger's beginning included. */
  long at() {
    return at;
  }

  boolean isDone() {
    return at == size;
  }

  /** Number of turns that are the same. */
  long same() {
    if (!isDone()) {
      throw new Rewritten("it ends before turn " + (at + 1) + " of its log: " + told(leaf()));
    }
    return same;
  }

  /** Takes the ledger's next record. */
  void take(long offset, LedgerRecord record) {
    if (isDone()) {
      return; // not signed yet
    }
    for (Leaf found : leaves.next(record)) {
      if (isDone()) {
        throw new Rewritten(
            "offset %d has %s; no more of it is signed".formatted(offset, told(found)));
      }
      Leaf expected = leaf();
      if (offset != offset() || !Arrays.equals(found.bytes(), expected.bytes())) {
        throw new Rewritten(
            "offset %d has %s; signed is %s at offset %d"
                .formatted(offset, told(found), told(expected), offset()));
      }
      at++;
      same++;
    }
  }

  private static String told(Leaf leaf) {
    return "lane " + leaf.lane() + ", turn " + leaf.turn();
  }

  private Leaf leaf() {
    load();
    return signed.get((int) (at % Tile.FULL));
  }

  private long offset() {
    load();
    return offsets[(int) (at % Tile.FULL)];
  }

  private void load() {
    Tile now = Tile.of(0, at / Tile.FULL, size);
    if (!now.equals(tile)) {
      tile = now;
      signed = log.leaves(now);
      offsets = log.offsets(now);
    }
  }
}
