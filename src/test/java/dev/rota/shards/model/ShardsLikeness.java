package dev.rota.shards.model;

import dev.rota.kernel.table.NameTable;
import dev.rota.testing.likeness.Likeness;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What of a pool in memory may differ after it was reopened. */
public final class ShardsLikeness {
  private ShardsLikeness() {}

  public static Likeness likeness() {
    return new Likeness("dev.rota.shards")
        .as(
            TransactionPool.class,
            ShardsLikeness::pool,
            "ring",
            "size",
            "byId",
            "head",
            "savedHead",
            "savedTail");
  }

  /** The ring's length and whether a small pool is sorted by id depend on its past. */
  private static Object pool(TransactionPool pool) {
    List<PooledTransaction> all = pool.prefix(pool.size());
    NameTable<?> byId = (NameTable<?>) Likeness.value(pool, "byId");
    return List.of(
        pool.head(),
        all,
        byId == null
            ? new TreeMap<>(
                all.stream().collect(Collectors.toMap(PooledTransaction::id, one -> one)))
            : byId.sorted(),
        Likeness.value(pool, "savedHead"),
        Likeness.value(pool, "savedTail"));
  }
}
