package dev.rota.shards.model;

import dev.rota.kernel.table.ChangedRows;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.SingleRow;
import dev.rota.kernel.table.Table;
import dev.rota.kernel.table.Tables;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of a pool. A changed row is written once per turn. Pools and the run queue are dense
 * ranges; they are scanned only to rebuild the state.
 *
 * <pre>
 * 1 policy       one row
 * 2 counters     one row: versions, tickets, leases
 * 3 standing     one row: whether the pool serves
 * 4 environment  one row
 * 5 workers      name -> incarnation, slots, tickets of free slots
 * 6 shards       name -> epoch, height, lease, first number of the pool; pending if in 8
 * 7 pools        shard, number -> transaction
 * 8 queue        ticket -> shard
 * 9 accounts     shard, sender -> last nonce in a block; strict nonces only
 * </pre>
 */
final class ShardsRows {
  record PoolKey(String shard, long seq) {}

  record AccountKey(String shard, String sender) implements Comparable<AccountKey> {
    @Override
    public int compareTo(AccountKey other) {
      int byShard = shard.compareTo(other.shard);
      return byShard != 0 ? byShard : sender.compareTo(other.sender);
    }
  }

  final SingleRow<PoolPolicy> policy;
  final SingleRow<ServingState> standing;
  final SingleRow<ExecutionEnvironment> environment;
  final ChangedRows<String, ShardsCodecs.WorkerRow> workers;
  final ChangedRows<String, ShardsCodecs.ShardRow> shards;
  private final SingleRow<PoolCounters> counters;
  private final Table<PoolKey, PooledTransaction> pools;
  private final Table<Long, ShardsCodecs.PlaceRow> queue;
  private final ChangedRows<AccountKey, Long> accounts;

  /** Shards with a changed pool. */
  private final List<Shard> changedPools = new ArrayList<>();

  ShardsRows(Tables tables) {
    policy = tables.openSingle(1, ShardsCodecs.POLICY, PoolPolicy.DEFAULT);
    counters = tables.openSingle(2, ShardsCodecs.COUNTERS, PoolCounters.NONE);
    standing = tables.openSingle(3, ShardsCodecs.STANDING, ServingState.SERVING);
    environment = tables.openSingle(4, ShardsCodecs.ENVIRONMENT, ExecutionEnvironment.GENESIS);
    workers = tables.openChanged(5, Codec.TEXT, ShardsCodecs.WORKER);
    shards = tables.openChanged(6, Codec.TEXT, ShardsCodecs.SHARD);
    pools = tables.open(7, ShardsCodecs.POOL_KEY, ShardsCodecs.POOLED);
    queue = tables.open(8, Codec.LONG, ShardsCodecs.PLACE);
    accounts = tables.openChanged(9, ShardsCodecs.ACCOUNT_KEY, Codec.NUMBER);
  }

  void rebuild(ShardsState state) {
    state.restore(counters.get());
    workers.rebuild((name, row) -> state.fleet().restore(row.worker(name)));
    List<Shard> all = new ArrayList<>();
    shards.rebuild(
        (name, row) -> {
          Shard shard = row.shard(name);
          state.restore(shard);
          all.add(shard);
        });
    pools.rebuild((key, transaction) -> state.restore(key.shard(), transaction));
    all.forEach(shard -> shard.pool.saved());
    queue.rebuild((_, place) -> state.restore(place));
    state.queue().saved();
    accounts.rebuild(
        (key, included) -> state.shard(key.shard()).accounts.restore(key.sender(), included));
  }

  void poolChanged(Shard shard) {
    if (!shard.poolChanged) {
      shard.poolChanged = true;
      changedPools.add(shard);
    }
  }

  void accountChanged(Shard shard, String sender) {
    accounts.mark(new AccountKey(shard.name, sender));
  }

  /** Marks all accounts as changed: strict nonces were switched on or off. */
  void accountsDropped() {
    accounts.markAll();
  }

  void save(ShardsState state) {
    policy.save();
    counters.save(state.counters());
    standing.save();
    environment.save();
    workers.save(state::worker, ShardsRows::saved);
    shards.save(state::shard, ShardsRows::saved);
    for (Shard shard : changedPools) {
      shard.poolChanged = false;
      shard.pool.save(
          seq -> pools.remove(new PoolKey(shard.name, seq)),
          (seq, transaction) -> pools.add(new PoolKey(shard.name, seq), transaction));
    }
    changedPools.clear();
    state
        .queue()
        .save(queue::remove, (ticket, p) -> queue.add(ticket, ShardsCodecs.PlaceRow.of(p)));
    accounts.save(key -> included(state.shard(key.shard()), key.sender()), included -> included);
  }

  private static ShardsCodecs.WorkerRow saved(PoolWorker worker) {
    worker.changed = false;
    return ShardsCodecs.WorkerRow.of(worker);
  }

  private static ShardsCodecs.ShardRow saved(Shard shard) {
    shard.changed = false;
    return ShardsCodecs.ShardRow.of(shard);
  }

  /** Null deletes the row: nonces are not strict, or the sender has no nonce in a block yet. */
  private static Long included(Shard shard, String sender) {
    long included = shard.accounts == null ? -1 : shard.accounts.included(sender);
    return included < 0 ? null : (Long) included;
  }
}
