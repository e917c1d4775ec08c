package dev.rota.stream;

import dev.rota.ledger.LaneStore;
import dev.rota.ledger.TurnCount;
import dev.rota.stream.past.LedgerEnd;
import dev.rota.stream.past.LedgerEnd.Turn;
import dev.rota.table.Rows;
import dev.rota.topics.UnfitCluster;
import java.util.Optional;

/**
 * Compares a task's rows with its ledger before anything is decided. Both are committed in one
 * transaction, so rows that are behind the ledger are lost: their lanes would take the same turns
 * again.
 */
final class RestoredRows {
  private RestoredRows() {}

  /**
   * Returns the count of the turns that the rows hold.
   *
   * @param task the domain and the partition, for messages
   * @throws UnfitCluster if rows are lost, or the ledger is
   */
  static TurnCount check(String task, LaneStore<?, ?, ?> lanes, Rows rows, LedgerEnd ledger) {
    long sum = lanes.turns();
    TurnCount count = new TurnCount(rows, sum);
    Optional<Turn> last = ledger.last();
    long reached = last.map(turn -> lanes.lastTurn(turn.lane())).orElse(0L);
    if (last.isPresent() && reached < last.get().number()) {
      Turn turn = last.get();
      throw lost(
          task,
          "the ledger ends with turn %d of lane '%s', the rows know %s"
              .formatted(
                  turn.number(),
                  turn.lane(),
                  reached == 0 ? "nothing of it" : "it up to " + reached));
    }
    if (count.turns() != sum) {
      throw lost(
          task, "they were made by %d turns, but hold lanes of %d".formatted(count.turns(), sum));
    }
    if (sum > 0 && !ledger.written()) {
      throw new UnfitCluster(
          "the ledger of %s is empty, but its rows hold %d turns: the ledger was deleted and created"
                  .formatted(task, sum)
              + " anew. Restore it, or begin anew on topics and with an application.id of their own");
    }
    return count;
  }

  private static UnfitCluster lost(String task, String how) {
    return new UnfitCluster(
        "rows of %s are lost: %s. Nothing is decided, since lanes would take turns again that they"
                .formatted(task, how)
            + " have taken. Restore the topic of the rows (its name ends in -changelog) and remove the"
            + " state directory, or begin anew on topics and with an application.id of their own");
  }
}
