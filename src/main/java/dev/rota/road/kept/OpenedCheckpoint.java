package dev.rota.road.kept;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.table.TreeRows;
import dev.rota.road.logs.OffsetRange;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where a partition's ledger begins to be replayed: after a kept checkpoint, or with the first
 * record.
 *
 * @param kept null: the first record
 * @param word whose checkpoint it is; null: the first record
 * @param rows of its lanes
 */
public record OpenedCheckpoint(
    KeptCheckpointEnd kept, CheckpointSigner word, LaneStore lanes, TreeRows rows) {
  /** The ledger's first record. No lane has taken a turn. */
  public static OpenedCheckpoint first(Domain domain) {
    TreeRows rows = new TreeRows();
    return new OpenedCheckpoint(null, null, new LaneStore(domain, rows), rows);
  }

  /** Returns true if it is the ledger's first record. */
  public boolean isFirst() {
    return kept == null;
  }

  /** The end of the ledger up to there. */
  public PageEnd end() {
    return kept == null ? PageEnd.START : kept.end();
  }

  /** The offsets of the ledger from there on. */
  public OffsetRange rest() {
    return new OffsetRange(kept == null ? 0 : kept.offset() + 1, Long.MAX_VALUE);
  }

  /** Returns true if the checkpoint has these rows. */
  public static boolean isOf(KeptCheckpointEnd kept, TreeRows rows) {
    List<byte[]> digests = CheckpointKeeping.digests(rows);
    return digests.size() == kept.pieces().size()
        && IntStream.range(0, digests.size())
            .allMatch(i -> Arrays.equals(digests.get(i), kept.pieces().get(i)));
  }

  /** Returns true if the turn was taken before it. */
  public boolean isAfter(String lane, long turn) {
    return turn <= lanes.lastTurn(lane);
  }
}
