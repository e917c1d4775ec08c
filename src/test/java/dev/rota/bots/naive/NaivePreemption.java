package dev.rota.bots.naive;

import dev.rota.bots.Cohort;
import dev.rota.bots.LeaseReason;
import dev.rota.bots.LeaseState;
import dev.rota.bots.Strategy;
import java.util.Comparator;

/** Section 7: who takes whose place. */
final class NaivePreemption {
  private final NaiveGrid grid;
  private final NaiveQuotas quotas;
  private final NaivePlacing placing;
  private final NaiveEndings endings;

  NaivePreemption(NaiveGrid grid, NaiveQuotas quotas, NaivePlacing placing, NaiveEndings endings) {
    this.grid = grid;
    this.quotas = quotas;
    this.placing = placing;
    this.endings = endings;
  }

  /** When the job may take another's place, as far as its own waiting goes. */
  long from(NaiveJob job) {
    long delay = grid.rules.policy.getPreemptionDelayMs();
    return job.queuedAt + delay + (grid.rules.longerThanTheDelay() ? 1 : 0);
  }

  /** Whether it did. */
  boolean preempts(NaiveJob job, Cohort cohort) {
    NaiveJob victim = victim(job, cohort);
    if (victim == null) {
      return false;
    }
    NaiveBot bot = victim.bot;
    double score = grid.rank(bot, job);
    endings.release(victim, LeaseState.EVICTED, LeaseReason.PREEMPTED, null);
    victim.stage = NaiveJob.Stage.QUEUED;
    victim.evictions++;
    NaivePlacing.Found found = new NaivePlacing.Found(bot, Strategy.PREEMPTION);
    placing.bind(job, found, LeaseReason.BELOW_MINIMUM, score);
    return true;
  }

  /** Whose place the job may take; null: nobody's. */
  NaiveJob victim(NaiveJob job, Cohort cohort) {
    if (!grid.rules.preempts() || grid.evictsBy < from(job) || !quotas.isBelow(cohort, job, true)) {
      return null;
    }
    return grid.jobs.stream()
        .filter(NaiveJob::runs)
        .filter(victim -> isVictim(victim, job, cohort))
        .max(
            Comparator.<NaiveJob>comparingInt(one -> one.priority)
                .thenComparingLong(one -> one.queuedAt)
                .thenComparingInt(one -> one.number))
        .orElse(null);
  }

  private boolean isVictim(NaiveJob victim, NaiveJob job, Cohort cohort) {
    NaiveGrid.Row row = grid.row(cohort.getCohort(), victim.instance());
    return !victim.instance().equals(job.instance())
        && row != null
        && row.usage > row.bounds.getMin()
        && cohort.getCohort().equals(victim.bot.cohort)
        && victim.bot.isWell()
        && grid.rules.reaches(victim.bot.instance, job.instance())
        && victim.needs.equals(job.needs)
        && (!grid.rules.victimsOfLowerPriority() || victim.priority > job.priority)
        && victim.evictions < grid.rules.policy.getMaxEvictions()
        && grid.evictsBy - victim.startedAt >= grid.rules.policy.getMinimumRunTimeMs();
  }
}
