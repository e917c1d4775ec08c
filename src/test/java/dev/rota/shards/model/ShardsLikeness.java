package dev.rota.shards.model;

import dev.rota.testing.likeness.Likeness;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What of a pool in memory may differ after it was reopened. */
public final class ShardsLikeness {
  private ShardsLikeness() {}

  public static Likeness likeness() {
    return new Likeness("dev.rota.shards")
        .as(
            Pool.class,
            ShardsLikeness::pool,
            "ring",
            "size",
            "ids",
            "head",
            "savedHead",
            "savedTail");
  }

  /** The ring's length and whether a small pool has a set of ids depend on its past. */
  private static Object pool(Pool pool) {
    List<Pooled> all = pool.prefix(pool.size());
    Set<?> ids = (Set<?>) Likeness.value(pool, "ids");
    return List.of(
        pool.head(),
        all,
        ids == null ? all.stream().map(Pooled::id).collect(Collectors.toSet()) : ids,
        Likeness.value(pool, "savedHead"),
        Likeness.value(pool, "savedTail"));
  }
}
