package dev.rota.shards.model;

import dev.rota.kernel.engine.Deadline;
import java.util.List;

/** The read-only view of the rules. */
public interface ShardsView {
  PoolPolicy policy();

  ServingState standing();

  ExecutionEnvironment environment();

  PoolCounters counters();

  /** Returns the shard, or null if it does not exist. */
  Shard shard(String name);

  /** Returns the worker, or null if it is not in the pool. */
  PoolWorker worker(String name);

  /** True if the pool has a worker, busy or not. */
  boolean hasWorker();

  RunQueue queue();

  /** Returns the worker whose slot has been free longest, or null if no slot is free. */
  PoolWorker waiting();

  /** Returns the number of running leases. */
  int leases();

  /** Returns the leased shards, in the order of their grants. */
  List<Shard> leased();

  /** Returns the first deadline after {@code after} (null: the first), or null if there is none. */
  Deadline nextDeadline(Deadline after);
}
