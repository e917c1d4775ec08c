package dev.rota.road.stream;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.versions.DomainVersions;
import dev.rota.road.stream.past.PastLedger;
import dev.rota.road.stream.rows.StoreRows;
import dev.rota.road.stream.status.OpeningProgress;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The rows of a task while its partition is opened.
 *
 * @param stores new lanes over these rows
 * @param shared takes how far it is, and knows what is doubted
 */
record OpeningRows(
    int partition, WriteBehind rows, Supplier<LaneStore> stores, SharedTaskParts shared)
    implements PartitionOpening.Kept {
  /** Those of the task that this context is of. */
  static OpeningRows of(
      Domain domain,
      KeyValueStore<Bytes, byte[]> behind,
      TaskSettings settings,
      SharedTaskParts shared,
      ProcessorContext<?, ?> context) {
    LaneReport report = new LaneReport(domain.name(), context);
    WriteBehind rows = WriteBehind.of(behind);
    StoreRows own = new StoreRows(rows);
    return new OpeningRows(
        context.taskId().partition(),
        rows,
        () -> {
          LaneStore lanes =
              new LaneStore(
                  new DomainVersions(domain, settings.adoption()),
                  own,
                  settings.lanes(),
                  report,
                  shared.clock()::nanos);
          lanes.checkCursors();
          return lanes;
        },
        shared);
  }

  @Override
  public void catchUp(PastLedger past) {
    rows.catchUp(past);
  }

  @Override
  public LaneStore lanes() {
    return stores.get();
  }

  @Override
  public String lacking() {
    return shared.doubts().ofChangelog(partition)
        ? "their changelog ends before them: it was deleted or cut"
        : rows.lacking();
  }

  @Override
  public void beginAnew() {
    rows.beginAnew();
  }

  @Override
  public void between() {
    if (rows.isFull()) {
      rows.handOver();
    }
  }

  @Override
  public void progress(long page, long pages) {
    shared.tasks().opening(partition, OpeningProgress.What.PAGES_REPLAYED, page, pages);
  }

  @Override
  public void madeAnew() {
    rows.madeAnew();
  }
}
