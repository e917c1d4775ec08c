package dev.rota.bots.model;

import dev.rota.bots.values.Policy;
import dev.rota.bots.values.RulesVersion;
import dev.rota.kernel.engine.Deadline;

/** Read access to a grid, for the rules. */
public interface BotsView {
  Policy policy();

  /** The rules that the grid is decided by. */
  RulesVersion version();

  Counters counters();

  /** Returns the job, or null. */
  Job job(String name);

  /** Returns the job with this operation, or null. */
  Job operation(String name);

  /** Returns the job that an equal action of the pool joins, or null. */
  Job joinable(String pool, String action);

  /** Returns the registered bot, or null. */
  Bot bot(String name);

  Quotas quotas();

  /** Queued jobs. */
  Queue queue();

  /** Queued jobs that may be assigned, and free bots. */
  Board board();

  /** Running jobs. */
  Leases leases();

  /** Bots by expiry time. */
  Timeline<Bot> byExpiry();

  /** Remembered jobs by completion time, without those that timed out in the queue. */
  Timeline<Job> byEnd();

  /** When the first parked job may preempt, and which job it is; null if none can. */
  Memo<Deadline> eviction();

  /** ON_INTERVAL: epoch ms from which an assigner has a job to consider; NEVER if there is none. */
  Memo<Long> workFrom();
}
