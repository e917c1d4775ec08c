package dev.rota.shards.model;

import static java.util.Objects.requireNonNullElse;

import dev.rota.table.Codec;
import dev.rota.table.Table;
import dev.rota.table.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The rows of a pool. Each is written at most once a turn, and only when it changed. Pools and the
 * run queue are dense ranges: they are never scanned but to rebuild them.
 *
 * <pre>
 * 1 policy       one row
 * 2 counters     one row: versions, tickets, leases
 * 3 standing     one row: whether the pool serves
 * 4 environment  one row
 * 5 workers      name -> incarnation, slots, tickets of those that wait
 * 6 shards       name -> epoch, height, lease, number of the pool's first; pending is who is in 8
 * 7 pools        shard, number -> transaction
 * 8 queue        ticket -> shard
 * 9 accounts     shard, sender -> last nonce in a block; strict nonces only
 * </pre>
 */
final class ShardsRows {
  /** The key of a transaction. */
  record PoolKey(String shard, long seq) {}

  /** The key of a sender's account. */
  record AccountKey(String shard, String sender) implements Comparable<AccountKey> {
    @Override
    public int compareTo(AccountKey other) {
      int byShard = shard.compareTo(other.shard);
      return byShard != 0 ? byShard : sender.compareTo(other.sender);
    }
  }

  private final Table<Boolean, Policy> policies;
  private final Table<Boolean, Counters> counters;
  private final Table<Boolean, ServingState> standings;
  private final Table<Boolean, Environment> environments;
  private final Table<String, ShardsCodecs.WorkerRow> workers;
  private final Table<String, ShardsCodecs.ShardRow> shards;
  private final Table<PoolKey, Pooled> pools;
  private final Table<Long, ShardsCodecs.PlaceRow> queue;
  private final Table<AccountKey, Long> accounts;

  private final List<Shard> touchedShards = new ArrayList<>();
  private final TreeSet<AccountKey> changedAccounts = new TreeSet<>();
  private Counters savedCounters;
  private boolean policyChanged;
  private boolean standingChanged;
  private boolean environmentChanged;
  private boolean accountsDropped;

  ShardsRows(Tables tables) {
    policies = tables.open(1, Codec.SINGLE, ShardsCodecs.POLICY);
    counters = tables.open(2, Codec.SINGLE, ShardsCodecs.COUNTERS);
    standings = tables.open(3, Codec.SINGLE, ShardsCodecs.STANDING);
    environments = tables.open(4, Codec.SINGLE, ShardsCodecs.ENVIRONMENT);
    workers = tables.open(5, Codec.TEXT, ShardsCodecs.WORKER);
    shards = tables.open(6, Codec.TEXT, ShardsCodecs.SHARD);
    pools = tables.open(7, ShardsCodecs.POOL_KEY, ShardsCodecs.POOLED);
    queue = tables.open(8, Codec.LONG, ShardsCodecs.PLACE);
    accounts = tables.open(9, ShardsCodecs.ACCOUNT_KEY, ShardsCodecs.NONCE);
  }

  void rebuild(ShardsState state) {
    savedCounters = requireNonNullElse(counters.get(true), Counters.NONE);
    state.restore(
        requireNonNullElse(policies.get(true), Policy.DEFAULT),
        requireNonNullElse(standings.get(true), ServingState.SERVING),
        requireNonNullElse(environments.get(true), Environment.GENESIS),
        savedCounters);
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
    queue.rebuild((ticket, place) -> state.restore(place));
    state.queue().saved();
    accounts.rebuild(
        (key, included) -> state.shard(key.shard()).accounts.restore(key.sender(), included));
  }

  void policyChanged() {
    policyChanged = true;
  }

  void standingChanged() {
    standingChanged = true;
  }

  void environmentChanged() {
    environmentChanged = true;
  }

  void shardTouched(Shard shard) {
    touchedShards.add(shard);
  }

  void accountChanged(Shard shard, String sender) {
    changedAccounts.add(new AccountKey(shard.name, sender));
  }

  /** Nonces are looked at no more, or anew. */
  void accountsDropped() {
    accountsDropped = true;
    changedAccounts.clear();
  }

  void save(ShardsState state) {
    saveSingles(state);
    for (Worker worker : state.fleet().takeChanged()) {
      saveWorker(state, worker);
    }
    for (Shard shard : touchedShards) {
      if (shard.changed) {
        shards.put(shard.name, ShardsCodecs.ShardRow.of(shard));
      }
      shard.changed = false;
      shard.touched = false;
      shard.pool.save(
          seq -> pools.remove(new PoolKey(shard.name, seq)),
          (seq, transaction) -> pools.put(new PoolKey(shard.name, seq), transaction));
    }
    touchedShards.clear();
    state
        .queue()
        .save(queue::remove, (ticket, p) -> queue.put(ticket, ShardsCodecs.PlaceRow.of(p)));
    saveAccounts(state);
  }

  private void saveSingles(ShardsState state) {
    if (policyChanged) {
      policies.put(true, state.policy());
      policyChanged = false;
    }
    Counters now = state.counters();
    if (!now.equals(savedCounters)) {
      counters.put(true, now);
      savedCounters = now;
    }
    if (standingChanged) {
      standings.put(true, state.standing());
      standingChanged = false;
    }
    if (environmentChanged) {
      environments.put(true, state.environment());
      environmentChanged = false;
    }
  }

  /** Of two workers of one name in one turn, the one that is there. */
  private void saveWorker(ShardsState state, Worker worker) {
    Worker live = state.worker(worker.name);
    if (live == null) {
      workers.remove(worker.name);
    } else if (live == worker) {
      workers.put(worker.name, ShardsCodecs.WorkerRow.of(worker));
    }
  }

  private void saveAccounts(ShardsState state) {
    if (accountsDropped) {
      List<AccountKey> all = new ArrayList<>();
      accounts.rebuild((key, included) -> all.add(key));
      all.forEach(accounts::remove);
      accountsDropped = false;
    }
    for (AccountKey key : changedAccounts) {
      accounts.put(key, state.shard(key.shard()).accounts.included(key.sender()));
    }
    changedAccounts.clear();
  }
}
