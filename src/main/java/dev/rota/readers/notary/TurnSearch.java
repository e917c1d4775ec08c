package dev.rota.readers.notary;

import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.TilePosition;
import dev.rota.base.proof.TurnLeaf;
import java.util.List;

/** Finds turns in a log, from the newest backwards. */
final class TurnSearch {
  private final LogReader log;
  private final long size;

  TurnSearch(LogReader log, long size) {
    this.log = log;
    this.size = size;
  }

  /**
   * A turn's place.
   *
   * @param offset of its ledger record
   */
  record Place(long index, long offset, TurnLeaf leaf) {}

  /**
   * Returns the turn's place, or null if the log does not have it.
   *
   * @param below the index that it lies below
   */
  Place find(String lane, long turn, long below) {
    Place near = find(lane, turn, below, true);
    return near == null ? find(lane, turn, below, false) : near;
  }

  /** The turns of a lane that was away have gaps: then it does not jump. */
  private Place find(String lane, long turn, long below, boolean jumps) {
    long end = Math.min(below, size);
    while (end > 0) {
      TilePosition tile = TilePosition.of(0, (end - 1) / TilePosition.FULL, size);
      long start = tile.index() * TilePosition.FULL;
      List<TurnLeaf> leaves = log.leaves(tile);
      long next = start;
      for (int i = (int) (end - start) - 1; i >= 0; i--) {
        TurnLeaf leaf = leaves.get(i);
        if (leaf.lane().equals(lane)) {
          if (leaf.turn() == turn) {
            return new Place(start + i, log.offsets(tile)[i], leaf);
          }
          if (leaf.turn() < turn) {
            return null; // a lane's turns are in order
          }
          // As many turns of the lane lie between, so it is at least as far away.
          next = jumps ? Math.min(next, start + i - (leaf.turn() - turn) + 1) : next;
        }
      }
      end = next;
    }
    return null;
  }

  /** As above, in the whole log. */
  Place find(String lane, long turn) {
    Place place = find(lane, turn, size);
    if (place == null) {
      throw new BadProof(
          "the log has %d turns, and not turn %d of lane %s yet".formatted(size, turn, lane));
    }
    return place;
  }
}
