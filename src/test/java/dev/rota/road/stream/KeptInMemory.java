package dev.rota.road.stream;

import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.TreeRows;
import java.util.function.Supplier;

/** Rows without a changelog. */
record KeptInMemory(TreeRows rows, Supplier<LaneStore> stores) implements PartitionOpening.Kept {
  @Override
  public LaneStore lanes() {
    return stores.get();
  }

  @Override
  public void beginAnew() {
    rows.page(new KeySpan(new byte[0], null), Integer.MAX_VALUE)
        .forEach(row -> rows.remove(row.key()));
  }

  @Override
  public void between() {
    // Nothing is held.
  }

  @Override
  public void madeAnew() {
    // All are there.
  }
}
