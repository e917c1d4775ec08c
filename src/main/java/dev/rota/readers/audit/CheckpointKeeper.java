package dev.rota.readers.audit;

import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.table.Rows;
import dev.rota.road.kept.CheckpointKeeping;
import dev.rota.road.kept.KeptCheckpointEnd;
import dev.rota.road.kept.LedgerPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * Keeps checkpoints of a partition while it is audited. Their rows are written as it comes to them,
 * their ends when everything is proved.
 */
final class CheckpointKeeper {
  private final CheckpointKeeping keeping;
  private final LedgerPlace place;
  private final Rows rows;
  private final Supplier<SortedMap<String, Long>> positions;
  private final List<KeptCheckpointEnd> open = new ArrayList<>();
  private long keptTurns;
  private long keptMillis;
  private KeptCheckpointEnd last;

  /**
   * Begins.
   *
   * @param from the checkpoint with which the audit begins, or null
   * @param rows of the lanes, saved at the end of each page
   * @param positions of all topics at the end of a page
   */
  CheckpointKeeper(
      CheckpointKeeping keeping,
      LedgerPlace place,
      KeptCheckpointEnd from,
      Rows rows,
      Supplier<SortedMap<String, Long>> positions) {
    this.keeping = keeping;
    this.place = place;
    this.rows = rows;
    this.positions = positions;
    if (from != null) {
      passed(from);
    }
  }

  /** A page has ended, at this end of the ledger. */
  void passed(PageEnd end, long offset, long atMillis) {
    last = KeptCheckpointEnd.at(place, end, offset, atMillis, positions.get());
    if (keptMillis == 0) {
      keptMillis = atMillis;
    }
    if (end.turns() - keptTurns >= keeping.turns() || atMillis - keptMillis >= keeping.millis()) {
      keep();
    }
  }

  /** The partition has no more pages: its end is kept as well. */
  void finish() {
    if (last != null && last.turns() > keptTurns) {
      keep();
    }
  }

  private void keep() {
    open.add(last.of(keeping.rows(place.partition(), rows)));
    passed(last);
  }

  private void passed(KeptCheckpointEnd kept) {
    keptTurns = kept.turns();
    keptMillis = kept.atMillis();
  }

  /**
   * Everything is proved, and all rows are written. Returns how many are kept.
   *
   * @param replayed false: from another's word on
   */
  int close(boolean replayed) {
    open.forEach(kept -> keeping.end(kept, replayed));
    return open.size();
  }
}
