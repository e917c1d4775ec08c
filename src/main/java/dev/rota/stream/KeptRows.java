package dev.rota.stream;

import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.ledger.LaneStore;
import dev.rota.stream.status.Progress;
import dev.rota.stream.status.Tasks;
import java.util.function.Supplier;

/**
 * The rows of a task while its partition is opened.
 *
 * @param stores new lanes over these rows
 * @param tasks are told how far it is
 */
record KeptRows<S extends State, I, F extends Fact<S>>(
    int partition, WriteBehind rows, Supplier<LaneStore<S, I, F>> stores, Tasks tasks)
    implements Opening.Kept<S, I, F> {
  @Override
  public LaneStore<S, I, F> lanes() {
    return stores.get();
  }

  @Override
  public String lacking() {
    return rows.lacking();
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
    tasks.opening(partition, Progress.What.PAGES_DECIDED_AGAIN, page, pages);
  }

  @Override
  public void madeAnew() {
    rows.madeAnew();
  }
}
