package dev.rota.bots.model;

import dev.rota.bots.values.Policy;
import dev.rota.engine.Deadline;

/** The questions that the rules may ask: they read, and cannot write. */
public interface BotsView {
  Policy policy();

  Counters counters();

  /** The job, or null. */
  Job job(String name);

  /** The job of a client's handle, or null. */
  Job operation(String name);

  /** The job that an equal action of the pool is to join, or null. */
  Job joinable(String pool, String action);

  /** The bot that lives, or null. */
  Bot bot(String name);

  Quotas quotas();

  /** Jobs that wait. */
  Queue queue();

  /** Those of them that may have a bot, and the bots. */
  Board board();

  /** Jobs that run. */
  Leases leases();

  /** Bots by the end of their time. */
  Timeline<Bot> byExpiry();

  /** Jobs that are over and remembered, by their end; those given up while waiting are not here. */
  Timeline<Job> byEnd();

  /** When the first job that is parked may preempt, and which it is; null: none can. */
  Memo<Deadline> eviction();

  /** ON_INTERVAL: from when on an assigner has a job to consider; NEVER: as things are, none. */
  Memo<Long> workFrom();
}
