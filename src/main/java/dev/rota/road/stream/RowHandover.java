package dev.rota.road.stream;

import dev.rota.base.text.LogField;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.ledger.PageWriter;
import dev.rota.road.stream.rows.RowsReport;
import dev.rota.road.stream.rows.UnsavedTail;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the changed rows of a partition over to its store and changelog: at checkpoints, and sooner
 * if there are too many.
 *
 * @param domain its name, for messages; as the partition
 * @param checkpoints when they are, as of now
 * @param tail what the ledger has since the last checkpoint
 */
record RowHandover(
    String domain,
    int partition,
    WriteBehind rows,
    LaneStore store,
    PageWriter pages,
    Supplier<CheckpointSchedule> checkpoints,
    UnsavedTail tail,
    RowsReport report) {
  private static final Logger LOG = LoggerFactory.getLogger(RowHandover.class);

  /** Saves the ledger's end with the rows. */
  void saveEnd() {
    // Until the changelog has all rows, none of them says to which page they belong.
    store.save(rows.isCopying() ? PageEnd.INCOMPLETE : pages.end());
  }

  /** A page is in the ledger. */
  void passed(PageWriter.Closed page) {
    saveEnd();
    tail.add(page.page().turns().size(), page.bytes().length);
  }

  /** Called in a transaction that commits offsets. */
  void checkpoint() {
    if (rows.isCopying()) {
      copySome();
    } else if (rows.isFull() || checkpoints.get().isDue(tail)) {
      handOver();
    }
  }

  private void copySome() {
    long copied = rows.copySome();
    report.copied(copied, rows.isCopying());
    saveEnd();
    if (!rows.isCopying()) {
      LOG.info(
          "{}, partition {}: the changelog has its {} rebuilt rows",
          domain,
          partition,
          copied,
          LogField.domain(domain),
          LogField.partition(partition));
      handOver();
    }
  }

  void handOverIfFull() {
    if (rows.isFull() && rows.isCopying()) {
      copySome(); // the copy may end here
    } else if (rows.isFull()) {
      handOver();
    }
  }

  private void handOver() {
    rows.handOver();
    tail.end();
  }
}
