package dev.rota.bots;

import java.util.List;
import java.util.SortedSet;

/** The questions that the rules may ask: they read, and cannot write. */
interface BotsView {
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

  int bots();

  /** The quota row, or null. */
  QuotaRow quota(String cohort, String instance);

  /** By cohort, then instance. */
  List<QuotaRow> quotas();

  Board board();

  /** Jobs that run on bots of the cohort and need exactly that, likely victims first. */
  SortedSet<Job> running(String cohort, Properties needs);

  /** Bots by the end of their time. */
  SortedSet<Bot> byExpiry();

  /** Jobs that run, by their start. */
  SortedSet<Job> byStart();

  /** Jobs in backoff, by its end. */
  SortedSet<Job> resting();

  /** Jobs that are over and remembered, by their end; those given up while waiting are not here. */
  SortedSet<Job> byEnd();

  /** Jobs that wait, the oldest first; empty while the policy sets no limit to it. */
  SortedSet<Job> ageing();

  /** Jobs of a label and pool that wait. */
  int queued(String pool, String label);

  /** Jobs of the pool that wait and go first or as early as a new one of this priority. */
  long ahead(String pool, int priority, int limit);

  /** When the earliest job that waits may preempt, if it can; epoch ms. */
  long preemptionDue();
}
