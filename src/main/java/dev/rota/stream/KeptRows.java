package dev.rota.stream;

import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.ledger.LaneStore;
import java.util.function.Supplier;

/**
 * The rows of a task while its partition is opened.
 *
 * @param stores new lanes over these rows
 */
record KeptRows<S extends State, I, F extends Fact<S>>(
    WriteBehind rows, Supplier<LaneStore<S, I, F>> stores) implements Opening.Kept<S, I, F> {
  @Override
  public LaneStore<S, I, F> lanes() {
    return stores.get();
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
  public void madeAnew() {
    rows.madeAnew();
  }
}
