package dev.rota.kernel.ledger.moves;

import dev.rota.kernel.table.FieldReader;
import dev.rota.kernel.table.FieldWriter;

/**
 * Whether a lane is on the partition whose rows have its cursor.
 *
 * @param elsewhere how many of its turns are in the ledgers of other partitions
 * @param standing 0: it is here; from 1: so many pieces of it have come; below 0: it has left, for
 *     the partition {@code -1 - standing}
 */
public record LanePlace(long elsewhere, long standing) {
  /** It has never moved. */
  public static final LanePlace HOME = new LanePlace(0, 0);

  /** Reads the place at the end of a cursor. Where there is none, the lane has never moved. */
  public static LanePlace read(FieldReader fields) {
    return fields.hasMore() ? new LanePlace(fields.number(), fields.number()) : HOME;
  }

  /** Writes it. */
  public void write(FieldWriter fields) {
    fields.number(elsewhere).number(standing);
  }

  public boolean isHere() {
    return standing == 0;
  }

  /** Returns true if some pieces have come, and others follow. */
  public boolean isArriving() {
    return standing > 0;
  }

  /** Returns true if it has left, and has not come back. */
  public boolean hasLeft() {
    return standing < 0;
  }

  /** How many pieces have come of a lane that is arriving; 0: it is not. */
  public long pieces() {
    return Math.max(0, standing);
  }

  /** The lane leaves for that partition. */
  public LanePlace left(int to) {
    return new LanePlace(elsewhere, -1L - to);
  }

  /**
   * A piece has come.
   *
   * @param before the number of the last turn here; 0: there is none
   */
  public LanePlace arrived(LaneArrival piece, long before) {
    long others = piece.isFirst() ? piece.turn() - (before - elsewhere) : elsewhere;
    return new LanePlace(others, piece.isLast() ? 0 : piece.piece());
  }

  @Override
  public String toString() {
    if (isHere()) {
      return "it is here";
    }
    return isArriving()
        ? "it is arriving, with " + standing + " pieces so far"
        : "it has left for partition " + (-1 - standing);
  }
}
