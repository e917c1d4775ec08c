package dev.rota.shards.whatif;

import dev.rota.shards.WorkerEvent;
import dev.rota.shards.model.CycleWork;
import dev.rota.shards.model.ShardFact.Item;
import java.util.List;

/** A recorded cycle, and what its worker said of it. */
final class RecordedCycle {
  /** What a worker names it by. */
  record Id(String shard, String worker, long epoch, long cycle) {
    static Id of(CycleWork work) {
      return new Id(work.shard(), work.worker(), work.epoch(), work.cycle());
    }
  }

  /**
   * A report.
   *
   * @param afterMillis since the cycle was assigned
   * @param turn that took it
   */
  record Said(WorkerEvent event, long afterMillis, long turn) {}

  private final CycleWork work;
  private final long atMillis;
  private Said started;
  private Said done;

  RecordedCycle(CycleWork work, long atMillis) {
    this.work = work;
    this.atMillis = atMillis;
  }

  List<Item> items() {
    return work.transactions();
  }

  String worker() {
    return work.worker();
  }

  /** Returns true if these are the transactions of the batch. */
  boolean isOf(List<Item> batch) {
    return ids(batch).equals(ids(items()));
  }

  private static List<String> ids(List<Item> batch) {
    return batch.stream().map(Item::id).toList();
  }

  Said started() {
    return started;
  }

  Said done() {
    return done;
  }

  /** Takes the first report of its kind; returns false for another one. */
  boolean starts(WorkerEvent event, long nowMillis, long turn) {
    boolean first = started == null;
    started = first ? new Said(event, nowMillis - atMillis, turn) : started;
    return first;
  }

  /** As {@link #starts}, for the end of the cycle. */
  boolean ends(WorkerEvent event, long nowMillis, long turn) {
    boolean first = done == null;
    done = first ? new Said(event, nowMillis - atMillis, turn) : done;
    return first;
  }
}
