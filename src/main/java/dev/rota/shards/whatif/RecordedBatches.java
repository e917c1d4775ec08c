package dev.rota.shards.whatif;

import dev.rota.shards.Committed;
import dev.rota.shards.Failed;
import dev.rota.shards.Released;
import dev.rota.shards.Started;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.model.CycleWork;
import dev.rota.shards.model.ShardFact.Item;
import dev.rota.shards.whatif.PoolHistory.First;
import dev.rota.shards.whatif.RecordedCycle.Said;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How the batches of now go, by those of history. */
final class RecordedBatches {
  /**
   * What the worker says.
   *
   * @param started null: it does not say that it starts
   * @param done null: it says nothing any more
   * @param asWas true: the same worker had the same batch
   */
  record Course(Said started, Said done, boolean asWas) {}

  private final String pool;
  private final PoolHistory history;

  /** How many batches began with the same transaction. */
  private final Map<First, Integer> begun = new HashMap<>();

  private long others;

  RecordedBatches(String pool, PoolHistory history) {
    this.pool = pool;
    this.history = history;
  }

  Course next(CycleWork work) {
    List<RecordedCycle> all = history.all(work);
    int number = begun.merge(First.of(work), 1, Integer::sum) - 1;
    RecordedCycle like = number < all.size() ? all.get(number) : null;
    if (like != null && like.isOf(work.transactions()) && like.worker().equals(work.worker())) {
      return new Course(again(like.started(), work), again(like.done(), work), true);
    }
    others++;
    return otherwise(work, like);
  }

  private Course otherwise(CycleWork work, RecordedCycle like) {
    List<Item> batch = work.transactions();
    Said started = like == null ? null : again(like.started(), work);
    if (history.costs().isPoisoned(work.shard(), batch)) {
      return new Course(started, null, false);
    }
    if (like != null && like.done() != null) {
      Object event = like.done().event().getEvent();
      if (like.isOf(batch) || !(event instanceof Committed)) {
        return new Course(started, again(like.done(), work), false);
      }
    }
    long took = history.costs().of(work.shard(), batch);
    Committed all =
        Committed.newBuilder()
            .setShard(work.shard())
            .setEpoch(work.epoch())
            .setCycle(work.cycle())
            .setFailed(history.costs().failedOf(work.shard(), batch))
            .build();
    return new Course(started, new Said(event(work, 1, all), took, 0), false);
  }

  private Said again(Said said, CycleWork work) {
    if (said == null) {
      return null;
    }
    WorkerEvent event = event(work, said.event().getIncarnation(), now(said.event(), work));
    return new Said(event, said.afterMillis(), said.turn());
  }

  private WorkerEvent event(CycleWork work, long incarnation, Object event) {
    return WorkerEvent.newBuilder()
        .setPool(pool)
        .setWorker(work.worker())
        .setIncarnation(incarnation)
        .setEvent(event)
        .build();
  }

  /** The same report on the cycle of now. */
  private static Object now(WorkerEvent said, CycleWork work) {
    Object event = said.getEvent();
    long epoch = work.epoch();
    long cycle = work.cycle();
    if (event instanceof Started one) {
      return Started.newBuilder(one).setEpoch(epoch).setCycle(cycle).build();
    }
    if (event instanceof Committed one) {
      return Committed.newBuilder(one).setEpoch(epoch).setCycle(cycle).build();
    }
    return event instanceof Failed one
        ? Failed.newBuilder(one).setEpoch(epoch).setCycle(cycle).build()
        : Released.newBuilder((Released) event).setEpoch(epoch).setCycle(cycle).build();
  }

  List<String> assumed() {
    return others == 0
        ? List.of()
        : List.of(others + " batches have no like in history: they go by their transactions.");
  }
}
