package dev.rota.bots.model;

import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.RulesVersion;
import dev.rota.kernel.engine.Deadline;

/** Read access to a grid, for the rules. */
public interface BotsView {
  GridPolicy policy();

  /** Returns false if the policy is what a grid has before one takes effect. */
  boolean hasOwnPolicy();

  /** The rules that the grid is decided by. */
  RulesVersion version();

  GridCounters counters();

  /** Returns the job, or null. */
  Job job(String name);

  /** Returns the job with this operation, or null. */
  Job operation(String name);

  /** Returns the job that an equal action of the pool joins, or null. */
  Job joinable(String pool, String action);

  /** Returns the registered bot, or null. */
  Bot bot(String name);

  QuotaTable quotas();

  /** Queued jobs. */
  JobQueue queue();

  /** Queued jobs that may be assigned, and free bots. */
  Board board();

  /** Running jobs. */
  LeaseIndex leases();

  /** Bots by expiry time. */
  Timeline<Bot> byExpiry();

  /** Remembered jobs by completion time, without those that timed out in the queue. */
  Timeline<Job> byEnd();

  /** When the first parked job may preempt, and which job it is; null if none can. */
  StateMemo<Deadline> eviction();

  /** ON_INTERVAL: epoch ms from which an assigner has a job to consider; NEVER if there is none. */
  StateMemo<Long> workFrom();
}
