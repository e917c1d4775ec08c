package dev.rota.bots.queries;

/** What each query about a grid is for. */
final class GridQueryHelp {
  static final String TEXT =
      """
      reasons: the waiting items, grouped by reason
        limit?: jobs that are asked about, the oldest first; 10000
      waiting: why jobs wait, and at which position; without job, all that wait
        job?: a job's id
        limit?: jobs at most, and the last position that is counted; default: the policy's positionLimit
      position: how many jobs of its pool go first or as early, its own included. ~3: three, until others come; 300+: 300, the limit, or more; ~0: it does not wait
        operation: an operation's id, or a job's
        instance?: the job must be of this instance
        limit?: the last position that is counted; default: the policy's positionLimit
      state: all of the lane: jobs, bots, quotas, counters, policy
      policy: the policy in force
      bots: each bot: its leases, hints, cohort and status. capacity is what is free of max_capacity, and that is the heartbeat's capacity
      quotas: leases of each quota beside its minimum and maximum, and the jobs of its instance that wait
      leases: which bot runs which job, since when, and when the lease ends at the latest
      deadlines: what falls due next, if nothing else comes; of evictions and iterations the first
        limit?: deadlines at most; default: the policy's positionLimit
      next: which job the bot gets next, if nothing else comes; of a full bot, once its oldest lease has ended well
        bot: a bot's name
      eviction: which job evicts which first, and when, if nothing else comes
      usage: leases of each quota
      check: jobs and bots with their usage, as the conformance vectors name them
      score: how well the bot suits the job
        job: a job's id
        bot: a bot's name
      match_stats: which free bot the job would get, in so many draws
        job: a job's id
        n: draws, 1 to 1000000
      draw_stats: how many of the next jobs go by priority, and how many by age
        n: draws, 1 to 1000000
      cohort_metrics: queue and fleet of a cohort
        cohort: a cohort's name
      pause: the pause after an iteration
        updated?: 1: the iteration had a job; default: 0
        u: the draw of the jitter, from 0 to 1
      """;

  private GridQueryHelp() {}
}
