package dev.rota.shards.model;

import dev.rota.engine.Deadline;
import java.util.List;

/** The questions that the rules may ask: they read, and cannot write. */
public interface ShardsView {
  Policy policy();

  ServingState standing();

  Environment environment();

  Counters counters();

  /** The shard, or null. */
  Shard shard(String name);

  /** The worker that is there, or null. */
  Worker worker(String name);

  /** Whether any worker is there, whatever it does. */
  boolean hasWorker();

  RunQueue queue();

  /** The worker whose slot waits longest, or null. */
  Worker waiting();

  /** Leases that are out. */
  int leases();

  /** Shards that are leased, in the order of their grants. */
  List<Shard> leased();

  /** The first deadline after another; null: the first of all. Null when there is none. */
  Deadline nextDeadline(Deadline after);
}
