package dev.rota.shards.model;

import java.util.List;

/** One contract's little chain and where it stands, rule S1. */
public final class Shard {
  /** No quantum of its own. */
  public static final long POOLS = -1;

  final String name;
  final Pool pool;
  long quantum = POOLS;
  ShardStage stage = ShardStage.IDLE;

  /** While it is pending: since when, epoch ms. */
  long queuedAt;

  /** Of its last lease, F1. */
  long epoch;

  /** The last cycle of that epoch that was reported on. */
  long settled;

  /** The number of its last block. */
  long height;

  /** As its last block said; null: not said. */
  String stateRoot;

  /** Null: none yet. */
  String lastWorker;

  /** Leases lost in a row, X7. */
  int attempts;

  /** So many of the first transactions are run one by one, X7. */
  int suspects;

  /** While it is running. */
  Lease lease;

  /** Under strict nonces; else null. */
  Accounts accounts;

  Shard(String name, long poolHead) {
    this.name = name;
    this.pool = new Pool(poolHead);
  }

  public long quantum(Policy policy) {
    return quantum == POOLS ? policy.quantum() : quantum;
  }

  /** What the next cycle takes, L2, L6, X7. */
  public List<Pooled> batch(Policy policy) {
    if (suspects > 0) {
      return pool.batch(1);
    }
    return pool.batch(policy.maxBatch() == 0 ? Integer.MAX_VALUE : policy.maxBatch());
  }

  void track() {
    accounts = new Accounts();
    pool.prefix(pool.size()).forEach(accounts::pend);
  }

  public Pool pool() {
    return pool;
  }

  public String name() {
    return name;
  }

  public ShardStage stage() {
    return stage;
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

  public Lease lease() {
    return lease;
  }

  public long queuedAt() {
    return queuedAt;
  }

  public Accounts accounts() {
    return accounts;
  }
}
