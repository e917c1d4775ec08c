package dev.rota.bots.naive;

import dev.rota.bots.Cohort;
import dev.rota.bots.JobOutcomeKind;
import dev.rota.bots.JobReason;
import dev.rota.bots.LeaseReason;
import dev.rota.bots.LeaseState;
import dev.rota.bots.Strategy;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Sections 3 and 7: whose turn it is, which bot it gets, whose place it takes. */
final class NaiveAssigner {
  private final NaiveGrid grid;
  private final NaiveVoice voice;
  private final NaiveChance chance;
  private final NaivePlacing placing;
  private final NaiveEndings endings;

  NaiveAssigner(
      NaiveGrid grid,
      NaiveVoice voice,
      NaiveChance chance,
      NaivePlacing placing,
      NaiveEndings endings) {
    this.grid = grid;
    this.voice = voice;
    this.chance = chance;
    this.placing = placing;
    this.endings = endings;
  }

  /** ON_EVENT: whatever can run does, at once. */
  void everything() {
    boolean more = true;
    while (more) {
      more = grid.rules.byCohort() ? anyOfCohorts() : anyByPriorityAge();
      more = more || anyInAnothersPlace();
    }
  }

  private boolean anyByPriorityAge() {
    boolean byPriority = chance.draw() <= grid.rules.policy.getPriorityPercentage();
    for (NaiveJob job : queued(byPriority ? NaiveGrid.BY_PRIORITY : NaiveGrid.BY_AGE, true)) {
      NaivePlacing.Found found = placing.choose(job, bot -> isBelowMaximum(bot, job));
      if (found != null) {
        LeaseReason reason = byPriority ? LeaseReason.PRIORITY : LeaseReason.AGE;
        placing.bind(job, found.bot(), found.strategy(), reason);
        return true;
      }
    }
    return false;
  }

  private boolean anyOfCohorts() {
    for (boolean belowMinimum : List.of(true, false)) {
      for (Cohort cohort : grid.rules.policy.getCohorts()) {
        for (NaiveJob job : candidates(cohort, belowMinimum, true)) {
          NaivePlacing.Found found =
              placing.choose(
                  job, bot -> isOf(cohort, bot) && mayBeCharged(bot, job, belowMinimum));
          if (found != null) {
            placing.bind(job, found.bot(), found.strategy(), reason(belowMinimum));
            return true;
          }
        }
      }
    }
    return false;
  }

  private static LeaseReason reason(boolean belowMinimum) {
    return belowMinimum ? LeaseReason.BELOW_MINIMUM : LeaseReason.BELOW_MAXIMUM;
  }

  private boolean anyInAnothersPlace() {
    for (NaiveJob job : queued(NaiveGrid.BY_PRIORITY, true)) {
      for (Cohort cohort : grid.rules.policy.getCohorts()) {
        boolean its = cohort.getLabels().contains(job.label);
        if (its && preempt(job, cohort)) {
          return true;
        }
        if (its && !grid.rules.byCohort()) {
          break; // [7]: the one containing the job's label
        }
      }
    }
    return false;
  }

  /**
   * One iteration under ON_INTERVAL.
   *
   * @param cohort whose assigner it is; null: the PRIORITY_AGE assigner
   * @return whether a job was considered
   */
  boolean iterate(Cohort cohort) {
    return cohort == null ? iteratePriorityAge() : iterateCohort(cohort);
  }

  // [3.1]
  private boolean iteratePriorityAge() {
    boolean byPriority = chance.draw() <= grid.rules.policy.getPriorityPercentage();
    List<NaiveJob> queued =
        queued(byPriority ? NaiveGrid.BY_PRIORITY : NaiveGrid.BY_AGE, false);
    if (queued.isEmpty()) {
      return false;
    }
    NaiveJob job = queued.get(0);
    NaivePlacing.Found found = placing.choose(job, bot -> true);
    if (found == null) {
      Cohort cohort =
          grid.rules.policy.getCohorts().stream()
              .filter(one -> one.getLabels().contains(job.label))
              .findFirst()
              .orElse(null);
      if (cohort == null || !preempt(job, cohort)) {
        backOff(job, JobReason.NO_BOT);
      }
    } else if (!isBelowMaximum(found.bot(), job)) {
      backOff(job, JobReason.MAX_QUOTA);
    } else {
      LeaseReason reason = byPriority ? LeaseReason.PRIORITY : LeaseReason.AGE;
      placing.bind(job, found.bot(), found.strategy(), reason);
    }
    return true;
  }

  // [3.2]
  private boolean iterateCohort(Cohort cohort) {
    boolean belowMinimum = true;
    List<NaiveJob> candidates = candidates(cohort, true, false);
    if (candidates.isEmpty()) {
      belowMinimum = false;
      candidates = candidates(cohort, false, false);
    }
    if (candidates.isEmpty()) {
      return false;
    }
    NaiveJob job = candidates.get(0);
    NaivePlacing.Found found = placing.choose(job, bot -> isOf(cohort, bot));
    if (found != null && !mayBeCharged(found.bot(), job, belowMinimum)) {
      return false; // [V079]: rolled back
    }
    if (found != null) {
      placing.bind(job, found.bot(), found.strategy(), reason(belowMinimum));
    } else if (!belowMinimum || !preempt(job, cohort)) {
      backOff(job, JobReason.NO_BOT);
    }
    return true;
  }

  private void backOff(NaiveJob job, JobReason reason) {
    job.scheduleAfter = grid.now + grid.rules.policy.getFailureBackoffMs();
    voice.tell(
        voice
            .job(job, JobOutcomeKind.BACKED_OFF)
            .setReason(reason)
            .setBackedOffUntil(job.scheduleAfter));
  }

  /** Those an assigner may look at, [1]; nothing is left alone ON_EVENT. */
  private List<NaiveJob> queued(Comparator<NaiveJob> order, boolean all) {
    return grid.waiting(order).stream()
        .filter(job -> all || job.scheduleAfter <= grid.now)
        .filter(job -> grid.rules.serves(job.instance()))
        .toList();
  }

  private List<NaiveJob> candidates(Cohort cohort, boolean belowMinimum, boolean all) {
    return queued(NaiveGrid.BY_PRIORITY, all).stream()
        .filter(job -> cohort.getLabels().contains(job.label))
        .filter(job -> isBelow(grid.row(cohort.getCohort(), job.instance()), belowMinimum))
        .toList();
  }

  private static boolean isBelow(NaiveGrid.Row row, boolean minimum) {
    return row != null && row.usage < (minimum ? row.bounds.getMin() : row.bounds.getMax());
  }

  private boolean isOf(Cohort cohort, NaiveBot bot) {
    return !grid.rules.botsOfCohortOnly() || cohort.getCohort().equals(bot.cohort);
  }

  // [3.2]: the guard is evaluated where the charge goes
  private boolean mayBeCharged(NaiveBot bot, NaiveJob job, boolean belowMinimum) {
    return bot.cohort == null || isBelow(grid.row(bot.cohort, job.instance()), belowMinimum);
  }

  // [3.1, 4]
  private boolean isBelowMaximum(NaiveBot bot, NaiveJob job) {
    NaiveGrid.Row row = grid.row(bot.cohort, job.instance());
    return row == null || isBelow(row, false);
  }

  /** When the job may take another's place, as far as its own waiting goes. */
  long from(NaiveJob job) {
    long delay = grid.rules.policy.getPreemptionDelayMs();
    return job.queuedAt + delay + (grid.rules.longerThanTheDelay() ? 1 : 0);
  }

  // [7]
  private boolean preempt(NaiveJob job, Cohort cohort) {
    boolean entitled =
        grid.rules.preempts()
            && grid.now >= from(job)
            && isBelow(grid.row(cohort.getCohort(), job.instance()), true);
    NaiveJob victim =
        !entitled
            ? null
            : grid.jobs.stream()
                .filter(NaiveJob::runs)
                .filter(isVictim(job, cohort))
                .max(
                    Comparator.<NaiveJob>comparingInt(one -> one.priority)
                        .thenComparingLong(one -> one.queuedAt)
                        .thenComparingInt(one -> one.number))
                .orElse(null);
    if (victim == null) {
      return false;
    }
    NaiveBot bot = victim.bot;
    endings.release(victim, LeaseState.EVICTED, LeaseReason.PREEMPTED, null);
    victim.stage = NaiveJob.Stage.QUEUED;
    victim.evictions++;
    placing.bind(job, bot, Strategy.PREEMPTION, LeaseReason.PREEMPTED);
    return true;
  }

  private Predicate<NaiveJob> isVictim(NaiveJob job, Cohort cohort) {
    return victim -> {
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
          && grid.now - victim.startedAt >= grid.rules.policy.getMinimumRunTimeMs();
    };
  }
}
