package dev.rota.shards.model;

import java.util.List;

/** A contract with a chain of its own (rule S1). */
public final class Shard {
  /** What it does (rule S2). One that runs does so by its lease, and no other has any. */
  sealed interface ShardActivity permits IdleShard, QueuedShard, ShardLease {}

  record IdleShard() implements ShardActivity {}

  /**
   * It is pending.
   *
   * @param since when it became so, epoch ms
   */
  record QueuedShard(long since) implements ShardActivity {}

  static final ShardActivity IDLE = new IdleShard();

  /** The shard uses the pool's quantum. */
  public static final long POOLS = -1;

  final String name;
  final TransactionPool pool;
  long quantum = POOLS;
  ShardActivity activity = IDLE;

  /** Epoch of its last lease (F1). */
  long epoch;

  /** The last reported cycle of that epoch. */
  long settled;

  /** Number of its last block. */
  long height;

  /** State root of its last block, or null if not reported. */
  String stateRoot;

  /** The last worker, or null if there was none. */
  String lastWorker;

  /** Leases lost in a row (X7). */
  int attempts;

  /** The number of first transactions that are executed one by one (X7). */
  int suspects;

  /** The nonces with strict nonces, otherwise null. */
  SenderNonces accounts;

  /** Whether its row is to be written. */
  boolean changed;

  /** Whether its pool's rows are. */
  boolean poolChanged;

  Shard(String name, long poolHead) {
    this.name = name;
    this.pool = new TransactionPool(poolHead);
  }

  public long quantum(PoolPolicy policy) {
    return quantum == POOLS ? policy.quantum() : quantum;
  }

  /** How much of its lease's quantum is left. */
  public long quantumLeft(PoolPolicy policy, long nowMillis) {
    return quantum(policy) - (nowMillis - lease().since());
  }

  /** True if the lease ends with a cycle that ends now (Q1). */
  public boolean isUsedUp(PoolPolicy policy, long nowMillis) {
    return quantumLeft(policy, nowMillis) <= 0;
  }

  /** True if the lease ends with its cycle, whatever is reported (Q2, Q3). */
  public boolean isInLastCycle(PoolPolicy policy, long nowMillis) {
    return isUsedUp(policy, nowMillis) && !lease().awaitsStart();
  }

  /** Returns the time from which on it is used up. */
  public long quantumEnd(PoolPolicy policy) {
    return ShardsInstants.plus(lease().since(), quantum(policy));
  }

  /** Returns the next cycle's batch (L2, L6, X7). */
  public List<PooledTransaction> batch(PoolPolicy policy) {
    return pool.batch(most(policy));
  }

  private int most(PoolPolicy policy) {
    if (suspects > 0) {
      return 1;
    }
    return policy.maxBatch() == 0 ? Integer.MAX_VALUE : policy.maxBatch();
  }

  /** Returns why a batch of the first so many takes no more, or null if there are no more. */
  public BatchLimit limit(PoolPolicy policy, int count) {
    if (count >= pool.size()) {
      return null;
    }
    if (count < most(policy)) {
      return new BatchLimit.RecordSize();
    }
    return suspects > 0 ? new BatchLimit.Suspects(suspects) : new BatchLimit.MaxBatch(count);
  }

  /**
   * Returns why the batch that is out takes no more, or null if it was collected before the others
   * came, or with other limits.
   */
  public BatchLimit limitOut(PoolPolicy policy) {
    return batch(policy).size() == out() ? limit(policy, out()) : null;
  }

  /** True if the transaction is in the batch that is out. */
  public boolean executes(String id) {
    return pool.place(id) <= out();
  }

  /** Returns how many of its transactions are in a batch that is out. */
  public int out() {
    return activity instanceof ShardLease lease ? lease.count() : 0;
  }

  void track() {
    accounts = new SenderNonces();
    pool.prefix(pool.size()).forEach(accounts::pend);
  }

  public TransactionPool pool() {
    return pool;
  }

  public String name() {
    return name;
  }

  public ShardStage stage() {
    return switch (activity) {
      case ShardLease _ -> ShardStage.RUNNING;
      case QueuedShard _ -> ShardStage.PENDING;
      case IdleShard _ -> ShardStage.IDLE;
    };
  }

  public long epoch() {
    return epoch;
  }

  public long height() {
    return height;
  }

  public String stateRoot() {
    return stateRoot;
  }

  public long quantum() {
    return quantum;
  }

  public String lastWorker() {
    return lastWorker;
  }

  public long settled() {
    return settled;
  }

  public int attempts() {
    return attempts;
  }

  public int suspects() {
    return suspects;
  }

  /** The lease by which it runs, or null. */
  public ShardLease lease() {
    return activity instanceof ShardLease lease ? lease : null;
  }

  /** When it became pending, epoch ms; 0: it is not pending. */
  public long queuedAt() {
    return activity instanceof QueuedShard queued ? queued.since() : 0;
  }

  public SenderNonces accounts() {
    return accounts;
  }
}
