package dev.rota.road.kept;

import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.table.TreeRows;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A kept checkpoint with which the audit of a partition begins.
 *
 * @param rows of its lanes
 */
public record Start<S extends State, I, F extends Fact<S>>(
    Kept kept, Word word, LaneStore<S, I, F> lanes, TreeRows rows) {
  /** The end of the ledger up to there. */
  public PageEnd end() {
    return new PageEnd(kept.page(), kept.turns(), kept.pageSeal());
  }

  /** Returns true if the checkpoint has these rows. */
  public static boolean isOf(Kept kept, TreeRows rows) {
    List<byte[]> digests = Keeping.digests(rows);
    return digests.size() == kept.pieces().size()
        && IntStream.range(0, digests.size())
            .allMatch(i -> Arrays.equals(digests.get(i), kept.pieces().get(i)));
  }

  /** Returns true if the turn was taken before it. */
  public boolean isAfter(String lane, long turn) {
    return turn <= lanes.lastTurn(lane);
  }
}
