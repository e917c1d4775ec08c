package dev.rota.shards.model;

import dev.rota.kernel.engine.Deadlines;
import dev.rota.kernel.table.ChangedRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The workers of a pool. Free slots are kept in the order in which they became free (W2). */
public final class WorkerFleet {
  private final Deadlines deadlines;
  private final TreeMap<String, PoolWorker> workers = new TreeMap<>();
  private final TreeMap<Long, PoolWorker> slots = new TreeMap<>();
  private final ChangedRows<String, ShardsCodecs.WorkerRow> rows;
  private long waits;

  WorkerFleet(Deadlines deadlines, ChangedRows<String, ShardsCodecs.WorkerRow> rows) {
    this.deadlines = deadlines;
    this.rows = rows;
  }

  /** Returns the worker, or null if it is not in the pool. */
  PoolWorker get(String name) {
    return workers.get(name);
  }

  boolean isEmpty() {
    return workers.isEmpty();
  }

  /** Returns all workers, sorted by name. */
  public List<PoolWorker> all() {
    return new ArrayList<>(workers.values());
  }

  /** Returns the worker whose slot has been free longest, or null if no slot is free. */
  PoolWorker waiting() {
    Map.Entry<Long, PoolWorker> first = slots.firstEntry();
    return first == null ? null : first.getValue();
  }

  /** Returns the worker of each free slot, longest free first. */
  public List<PoolWorker> allWaiting() {
    return new ArrayList<>(slots.values());
  }

  /** Returns the number of slots that became free so far. */
  long waits() {
    return waits;
  }

  void join(PoolWorker worker) {
    workers.put(worker.name, worker);
    deadlines.set(worker.expiresAt, ShardsDeadlineKind.SESSION, worker.name);
    for (int i = 0; i < worker.slots; i++) {
      free(worker);
    }
    changed(worker);
  }

  void free(PoolWorker worker) {
    long ticket = ++waits;
    worker.waiting.add(ticket);
    slots.put(ticket, worker);
    changed(worker);
  }

  /** Takes the worker's slot that has been free longest. */
  void take(PoolWorker worker) {
    slots.remove(worker.waiting.pollFirst());
    changed(worker);
  }

  /** Keeps a slot occupied until its worker reports on the expired lease (F7). */
  void park(PoolWorker worker, PoolWorker.Parked lease) {
    worker.parked.add(lease);
    changed(worker);
  }

  void unpark(PoolWorker worker, PoolWorker.Parked lease) {
    worker.parked.remove(lease);
    free(worker);
  }

  /** W4: takes away the worker's free slots. */
  void leave(PoolWorker worker) {
    worker.leaving = true;
    worker.waiting.forEach(slots::remove);
    worker.waiting.clear();
    worker.parked.clear();
    changed(worker);
  }

  void part(PoolWorker worker) {
    leave(worker);
    workers.remove(worker.name);
    deadlines.clear(worker.expiresAt, ShardsDeadlineKind.SESSION, worker.name);
  }

  void heard(PoolWorker worker, long expiresAt) {
    if (worker.expiresAt != expiresAt) {
      deadlines.move(worker.expiresAt, expiresAt, ShardsDeadlineKind.SESSION, worker.name);
      worker.expiresAt = expiresAt;
      changed(worker);
    }
  }

  private void changed(PoolWorker worker) {
    if (!worker.changed) {
      worker.changed = true;
      rows.mark(worker.name);
    }
  }

  void restore(PoolWorker worker) {
    workers.put(worker.name, worker);
    worker.waiting.forEach(ticket -> slots.put(ticket, worker));
    deadlines.set(worker.expiresAt, ShardsDeadlineKind.SESSION, worker.name);
  }

  void restore(long waited) {
    waits = waited;
  }
}
