package dev.rota.client;

import dev.rota.bots.Lease;

/** Runs jobs. It must be thread-safe: a bot runs as many at a time as its capacity says. */
@FunctionalInterface
public interface JobRunner {
  /**
   * Runs a job.
   *
   * <p>Its thread is interrupted when the lease ends: evicted, cancelled, its time is over, the bot
   * is lost. Then nothing is reported, and what is returned is dropped.
   *
   * @param lease names the job and its attempt; {@code action} and {@code payload} say what to run,
   *     as the client submitted them, or are null
   * @throws Exception if it cannot be run: reported as INTERNAL, which is tried again
   */
  JobResult run(Lease lease) throws Exception;
}
