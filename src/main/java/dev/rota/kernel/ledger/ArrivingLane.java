package dev.rota.kernel.ledger;

import dev.rota.kernel.ledger.moves.BadMove;
import dev.rota.kernel.ledger.moves.LaneArrival;
import dev.rota.kernel.ledger.moves.LanePieces;
import dev.rota.kernel.table.BadRow;
import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Rows;
import dev.rota.kernel.table.Tables;
import java.util.Arrays;
import java.util.List;

/**
 * A lane of which pieces come from another partition.
 *
 * @param cursor as it stands
 * @param rows that have come so far
 */
record ArrivingLane(LaneCursor cursor, Rows rows) {
  private static final byte[] NOTHING = {};

  /**
   * Takes the next piece. Returns the cursor behind it.
   *
   * @throws BadMove if it is another one, or if all are there and are not what has left
   */
  LaneCursor take(LaneArrival piece, int rules, long atMillis) {
    if (piece.isFirst()) {
      checkFirst(piece, atMillis);
    } else {
      checkNext(piece, rules, atMillis);
    }
    if (piece.piece() > piece.state().pieces()) {
      throw new BadMove("a piece of a lane", "at most " + piece.state().pieces(), piece.piece());
    }
    long digest = put(LanePieces.rows(piece.rows()), piece.isFirst() ? 0 : cursor.stateDigest());
    if (piece.isLast() && !piece.state().isOf(LanePieces.cut(rows, _ -> {}))) {
      throw new BadMove("the rows of a lane", "those with which it left", "others");
    }
    return cursor.arrived(piece, rules, atMillis, digest);
  }

  private void checkFirst(LaneArrival piece, long atMillis) {
    if (cursor.number() > 0 && !cursor.place().hasLeft()) {
      throw new BadMove("an arrival of a lane that is there", "none", cursor.place());
    }
    if (piece.turn() <= cursor.number() || atMillis < cursor.atMillis()) {
      throw new BadMove(
          "an arrival before the lane has left",
          "a turn after " + cursor.number(),
          "turn " + piece.number());
    }
  }

  private void checkNext(LaneArrival piece, int rules, long atMillis) {
    long next = cursor.place().pieces() + 1;
    if (!cursor.place().isArriving() || piece.piece() != next) {
      throw new BadMove(
          "a piece of a lane is missing or out of order",
          cursor.place().isArriving() ? "piece " + next : "piece 1",
          "piece " + piece.piece());
    }
    if (piece.number() != cursor.number() + 1
        || rules != cursor.rules()
        || atMillis != cursor.atMillis()) {
      throw new BadMove("a piece of a lane", "turn, rules and time of the one before", "others");
    }
  }

  /** Returns the digest of all rows so far. */
  private long put(List<Row> some, long before) {
    byte[] last = NOTHING;
    for (Row row : some) {
      if (Arrays.compareUnsigned(row.key(), last) <= 0) {
        throw new BadRow("the rows of a piece are not in the order of their keys");
      }
      last = row.key();
    }
    if (!some.isEmpty() && !rows.page(new KeySpan(some.get(0).key(), null), 1).isEmpty()) {
      throw new BadRow("a piece has rows that came before");
    }
    long digest = before;
    for (Row row : some) {
      rows.add(row.key(), row.value());
      digest += Tables.hash(row.key(), row.value());
    }
    return digest;
  }
}
