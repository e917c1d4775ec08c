package dev.rota.shards.model;

import dev.rota.engine.Deadlines;
import dev.rota.table.ChangedRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The workers of a pool, and their slots that wait, in the order in which they began to, W2. */
public final class Fleet {
  private final Deadlines deadlines;
  private final TreeMap<String, Worker> workers = new TreeMap<>();
  private final TreeMap<Long, Worker> slots = new TreeMap<>();
  private final ChangedRows<String, ShardsCodecs.WorkerRow> rows;
  private long waits;

  Fleet(Deadlines deadlines, ChangedRows<String, ShardsCodecs.WorkerRow> rows) {
    this.deadlines = deadlines;
    this.rows = rows;
  }

  /** The worker that is there, or null. */
  Worker get(String name) {
    return workers.get(name);
  }

  boolean isEmpty() {
    return workers.isEmpty();
  }

  /** By name. */
  public List<Worker> all() {
    return new ArrayList<>(workers.values());
  }

  /** The worker whose slot waits longest, or null. */
  Worker waiting() {
    Map.Entry<Long, Worker> first = slots.firstEntry();
    return first == null ? null : first.getValue();
  }

  /** The worker of each slot that waits, in order. */
  public List<Worker> allWaiting() {
    return new ArrayList<>(slots.values());
  }

  /** How many slots have begun to wait so far. */
  long waits() {
    return waits;
  }

  void join(Worker worker) {
    workers.put(worker.name, worker);
    deadlines.set(worker.expiresAt, Due.SESSION, worker.name);
    for (int i = 0; i < worker.slots; i++) {
      free(worker);
    }
    rows.mark(worker.name);
  }

  /** One of its slots begins to wait. */
  void free(Worker worker) {
    long ticket = ++waits;
    worker.waiting.add(ticket);
    slots.put(ticket, worker);
    rows.mark(worker.name);
  }

  /** The slot of this worker that waits longest waits no more. */
  void take(Worker worker) {
    slots.remove(worker.waiting.pollFirst());
    rows.mark(worker.name);
  }

  /** A slot waits for a word about its lease, F7. */
  void park(Worker worker, Worker.Parked lease) {
    worker.parked.add(lease);
    rows.mark(worker.name);
  }

  /** That slot waits again. */
  void unpark(Worker worker, Worker.Parked lease) {
    worker.parked.remove(lease);
    free(worker);
  }

  /** W4: no slot of it waits any more. */
  void leave(Worker worker) {
    worker.leaving = true;
    worker.waiting.forEach(slots::remove);
    worker.waiting.clear();
    worker.parked.clear();
    rows.mark(worker.name);
  }

  void part(Worker worker) {
    leave(worker);
    workers.remove(worker.name);
    deadlines.clear(worker.expiresAt, Due.SESSION, worker.name);
  }

  void heard(Worker worker, long expiresAt) {
    if (worker.expiresAt != expiresAt) {
      deadlines.move(worker.expiresAt, expiresAt, Due.SESSION, worker.name);
      worker.expiresAt = expiresAt;
      rows.mark(worker.name);
    }
  }

  /** From rows. */
  void restore(Worker worker) {
    workers.put(worker.name, worker);
    worker.waiting.forEach(ticket -> slots.put(ticket, worker));
    deadlines.set(worker.expiresAt, Due.SESSION, worker.name);
  }

  /** From a row. */
  void restore(long waited) {
    waits = waited;
  }
}
