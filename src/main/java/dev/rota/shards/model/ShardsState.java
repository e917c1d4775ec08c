package dev.rota.shards.model;

import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Deadlines;
import dev.rota.kernel.table.NameTable;
import dev.rota.kernel.table.SingleRow;
import dev.rota.kernel.table.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** The state of a pool in memory. Rows can rebuild it, and only facts change it. */
public final class ShardsState implements State, ShardsView {
  private final ShardsRows rows;
  private final SingleRow<PoolPolicy> policy;
  private final NameTable<Shard> shards = new NameTable<>();
  private final TreeMap<Long, Shard> leases = new TreeMap<>();
  private final Deadlines deadlines = new Deadlines(ShardsDeadlineKind.ORDER);
  private final WorkerFleet fleet;

  private long version;
  private long granted;
  private long ended;
  private long byQuantum;
  private RunQueue queue = new RunQueue(PoolCounters.NONE.queueHead());

  /** Opens a lane from its rows. */
  public ShardsState(Tables tables) {
    this.rows = new ShardsRows(tables);
    this.policy = rows.policy;
    this.fleet = new WorkerFleet(deadlines, rows.workers);
    rows.rebuild(this);
  }

  @Override
  public boolean savesOncePerPage() {
    return true;
  }

  @Override
  public void save() {
    rows.save(this);
  }

  @Override
  public PoolPolicy policy() {
    return policy.get();
  }

  @Override
  public ServingState standing() {
    return rows.standing.get();
  }

  @Override
  public ExecutionEnvironment environment() {
    return rows.environment.get();
  }

  @Override
  public PoolCounters counters() {
    return new PoolCounters(version, queue.head(), fleet.waits(), granted, ended, byQuantum);
  }

  @Override
  public Shard shard(String name) {
    return shards.get(name);
  }

  @Override
  public PoolWorker worker(String name) {
    return fleet.get(name);
  }

  @Override
  public boolean hasWorker() {
    return !fleet.isEmpty();
  }

  @Override
  public RunQueue queue() {
    return queue;
  }

  @Override
  public PoolWorker waiting() {
    return fleet.waiting();
  }

  @Override
  public int leases() {
    return leases.size();
  }

  @Override
  public List<Shard> leased() {
    return new ArrayList<>(leases.values());
  }

  @Override
  public Deadline nextDeadline(Deadline after) {
    return deadlines.next(after);
  }

  /** Returns all shards, sorted by name. Only checks and queries use it. */
  public List<Shard> allShards() {
    return new ArrayList<>(shards.sorted().values());
  }

  public WorkerFleet fleet() {
    return fleet;
  }

  public List<Deadline> deadlines() {
    return deadlines.all();
  }

  /** Sets the policy. A changed time limit starts anew for all workers or leases. */
  void adopt(PoolPolicy next, long nowMillis) {
    PoolPolicy before = policy();
    policy.set(next);
    if (next.strict() != before.strict()) {
      track(next.strict());
    }
    Long sessions = next.newSessionUntil(before, nowMillis);
    if (sessions != null) {
      fleet.all().forEach(worker -> fleet.heard(worker, sessions));
    }
    Long leased = next.newLeaseUntil(before, nowMillis);
    if (leased != null) {
      leased().forEach(shard -> lease(shard, shard.lease().until(leased)));
    }
  }

  private void track(boolean strict) {
    for (Shard shard : allShards()) {
      shard.accounts = null;
      if (strict) {
        shard.track();
      }
    }
    rows.accountsDropped();
  }

  void stand(ServingState next) {
    deadlines.move(standing().stopAt(), next.stopAt(), ShardsDeadlineKind.STOP, "");
    rows.standing.set(next);
  }

  void update(ExecutionEnvironment next) {
    rows.environment.set(next);
    version++;
  }

  /** Returns the shard. Creates it if it does not exist. */
  Shard create(String name) {
    Shard shard = shards.get(name);
    if (shard == null) {
      shard = new Shard(name, 1);
      if (policy().strict()) {
        shard.track();
      }
      shards.put(name, shard);
      changed(shard);
    }
    return shard;
  }

  void accept(Shard shard, PooledTransaction transaction) {
    pool(shard, transaction);
    rows.poolChanged(shard);
  }

  private static void pool(Shard shard, PooledTransaction transaction) {
    shard.pool.add(transaction);
    if (shard.accounts != null) {
      shard.accounts.pend(transaction);
    }
  }

  void schedule(Shard shard, long nowMillis) {
    shard.activity = new Shard.QueuedShard(nowMillis);
    queue.add(shard);
  }

  /** L4: makes the first shard of the queue idle. */
  void passOver() {
    queue.removeFirst().activity = Shard.IDLE;
  }

  /** Leases the first shard of the queue to the worker. */
  void grant(ShardLease lease) {
    Shard shard = queue.removeFirst();
    PoolWorker worker = fleet.get(lease.worker());
    fleet.take(worker);
    shard.epoch++;
    shard.settled = 0;
    shard.lastWorker = lease.worker();
    granted++;
    hold(shard, worker, lease);
    changed(shard);
  }

  private void hold(Shard shard, PoolWorker worker, ShardLease lease) {
    shard.activity = lease;
    worker.leases.put(lease.grant(), shard);
    leases.put(lease.grant(), shard);
    deadlines.set(lease.expiresAt(), ShardsDeadlineKind.LEASE, shard.name);
  }

  void lease(Shard shard, ShardLease next) {
    deadlines.move(
        shard.lease().expiresAt(), next.expiresAt(), ShardsDeadlineKind.LEASE, shard.name);
    shard.activity = next;
    changed(shard);
  }

  /**
   * Removes the first {@code count} transactions from the pool.
   *
   * @param failed those that are in no block; null: all
   */
  void take(Shard shard, int count, Set<String> failed) {
    for (int i = 0; i < count; i++) {
      PooledTransaction gone = shard.pool.removeFirst();
      if (shard.accounts != null) {
        boolean included = failed != null && !failed.contains(gone.id());
        shard.accounts.remove(gone, included);
        if (included && gone.isNumbered()) {
          rows.accountChanged(shard, gone.sender());
        }
      }
    }
    shard.suspects = Math.max(0, shard.suspects - count);
    shard.attempts = 0;
    rows.poolChanged(shard);
    changed(shard);
  }

  /** Ends the shard's lease, and frees or parks the slot of a worker that is still there. */
  void end(Shard shard, EndCause cause) {
    ShardLease lease = shard.lease();
    deadlines.clear(lease.expiresAt(), ShardsDeadlineKind.LEASE, shard.name);
    leases.remove(lease.grant());
    shard.activity = Shard.IDLE;
    ended++;
    byQuantum += cause == EndCause.QUANTUM ? 1 : 0;
    changed(shard);
    if (cause.isReported()) {
      shard.settled = lease.cycle();
    }
    PoolWorker worker = fleet.get(lease.worker());
    if (worker != null && worker.leases.remove(lease.grant()) != null && !worker.leaving) {
      if (cause == EndCause.LEASE_EXPIRED) {
        fleet.park(worker, new PoolWorker.Parked(shard.name, shard.epoch));
      } else {
        fleet.free(worker);
      }
    }
  }

  void changed(Shard shard) {
    if (!shard.changed) {
      shard.changed = true;
      rows.shards.mark(shard.name);
    }
  }

  void restore(PoolCounters counted) {
    deadlines.set(standing().stopAt(), ShardsDeadlineKind.STOP, "");
    version = counted.environment();
    fleet.restore(counted.waits());
    granted = counted.leases();
    ended = counted.ended();
    byQuantum = counted.byQuantum();
    queue = new RunQueue(counted.queueHead());
  }

  /** Restores a row. The shard's worker must be restored before. */
  void restore(Shard shard) {
    shards.put(shard.name, shard);
    if (policy().strict()) {
      shard.accounts = new SenderNonces();
    }
    if (shard.activity instanceof ShardLease lease) {
      hold(shard, fleet.get(lease.worker()), lease);
    }
  }

  /** Restores a row. Its shard must be restored before. */
  void restore(String shard, PooledTransaction transaction) {
    pool(shards.get(shard), transaction);
  }

  /** Restores a row. Its shard must be restored before. */
  void restore(ShardsCodecs.PlaceRow place) {
    Shard shard = shards.get(place.shard());
    shard.activity = new Shard.QueuedShard(place.since());
    queue.add(shard);
  }
}
